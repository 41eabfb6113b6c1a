// The C interface of the engine, compiled natively, behind lines of text: what WebAssembly is
// compared with. A line in: a function's name less `tagtrail_`, a number, and bytes in hexadecimal
// (`-` for none). A line out: the status, and the result in hexadecimal.
#include <cstdio>
#include <iostream>
#include <sstream>
#include <string>
#include <vector>

#include "tagtrail.h"

namespace {

using Bytes = std::vector<std::uint8_t>;

Bytes from_hex(const std::string& text) {
  Bytes bytes;
  for (std::size_t i = 0; i + 1 < text.size(); i += 2) {
    bytes.push_back(static_cast<std::uint8_t>(std::stoul(text.substr(i, 2), nullptr, 16)));
  }
  return bytes;
}

std::string to_hex(const std::uint8_t* data, std::size_t size) {
  static constexpr char kDigits[] = "0123456789abcdef";
  std::string text;
  text.reserve(size * 2);
  for (std::size_t i = 0; i < size; ++i) {
    text += kDigits[data[i] >> 4U];
    text += kDigits[data[i] & 15U];
  }
  return text;
}

int call(const std::string& name, std::uint32_t number, const Bytes& bytes) {
  const std::uint8_t* data = bytes.data();
  const auto size = static_cast<std::uint32_t>(bytes.size());
  if (name == "create") return tagtrail_create(data, size);
  if (name == "restore") return tagtrail_restore(data, size);
  if (name == "deliver") return tagtrail_deliver(number, data, size);
  if (name == "teach") return tagtrail_teach(number, data, size);
  if (name == "set_budget") return tagtrail_set_budget(number, data, size);
  if (name == "revisit") return tagtrail_revisit(number, data, size);
  if (name == "observe") return tagtrail_observe(number, data, size);
  if (name == "look") return tagtrail_look(number, data, size);
  if (name == "next") return tagtrail_next(number);
  if (name == "snapshot") return tagtrail_snapshot(number);
  return -1;
}

}  // namespace

int main() {
  for (std::string line; std::getline(std::cin, line);) {
    std::istringstream words(line);
    std::string name;
    std::uint32_t number = 0;
    std::string hex;
    words >> name >> number >> hex;
    int status = 0;
    if (name == "groups") {
      status = tagtrail_groups(1, number);
    } else {
      status = call(name, number, from_hex(hex == "-" ? "" : hex));
    }
    std::cout << status << ' ' << to_hex(tagtrail_result_data(), tagtrail_result_size())
              << std::endl;
  }
  return 0;
}
