// The C interface of the engine, compiled natively, behind lines of text: what WebAssembly is
// compared with. A line in: a function's name less `tagtrail_`, a number, and bytes in hexadecimal
// (`-` for none). A line out: the status, and the result in hexadecimal. `page` is no function: it
// shows what a record says of a page, as JSON.
#include <cstdio>
#include <iostream>
#include <nlohmann/json.hpp>
#include <sstream>
#include <string>
#include <vector>

#include "tagtrail.h"
#include "tagtrail/exchange.hpp"

using namespace tagtrail;

namespace {

using Json = nlohmann::ordered_json;
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

Json shown(const LinkObservation& link) {
  return {{"url", link.url},          {"written", link.written}, {"tagPath", link.tag_path},
          {"anchor", link.anchor},    {"heading", link.heading}, {"around", link.around},
          {"rel", link.rel},          {"hints", link.hints},     {"element", int(link.element)},
          {"position", link.position}};
}

Json shown(const QueryForm& form) {
  Json inputs = Json::array();
  for (const QueryInput& input : form.inputs) {
    Json values = Json::array();
    for (const QueryValue& value : input.values) {
      values.push_back({value.value, value.label, value.chosen});
    }
    inputs.push_back({input.kind, input.name, input.required, std::move(values)});
  }
  return {{"action", form.action}, {"tagPath", form.tag_path}, {"post", form.post},
          {"cut", form.cut},       {"charset", form.charset},  {"inputs", std::move(inputs)}};
}

Json shown(const CharsetCodes& codes) {
  Json all = Json::array();
  for (const CharsetCodes::Code& code : codes.codes) {
    const auto* bytes = reinterpret_cast<const std::uint8_t*>(code.bytes.data());
    all.push_back({code.character, to_hex(bytes, code.bytes.size())});
  }
  return {codes.charset, std::move(all)};
}

Json shown(const LeftOnPage& left) {
  return {
      {"cause", std::string(to_string(left.cause))}, {"what", left.what}, {"count", left.count}};
}

template <typename T>
Json shown(const std::vector<T>& all) {
  Json list = Json::array();
  for (const T& one : all) list.push_back(shown(one));
  return list;
}

/// Every field of a page but what only some objectives ask for (Page::content).
std::string page_of(const Bytes& record) {
  const auto response = decode_response(record.data(), record.size());
  if (!response) return "null";
  const Page& page = response->page;
  const CatalogueFacts& catalogue = page.catalogue;
  const Json all = {
      {"isPage", response->is_page},
      {"status", response->status},
      {"mime", response->mime},
      {"finalUrl", response->final_url},
      {"xmlRoot", response->xml_root},
      {"title", page.title},
      {"language", page.language},
      {"text", page.text},
      {"truncated", page.truncated},
      {"linksCut", page.links_cut},
      {"links", shown(page.links)},
      {"forms", shown(page.forms)},
      {"charsets", shown(page.charsets)},
      {"catalogue",
       {catalogue.signs, catalogue.kind, catalogue.total, catalogue.items, catalogue.entries}},
      {"left", shown(page.left)}};
  return all.dump(-1, ' ', false, Json::error_handler_t::replace);
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
    if (name == "page") {
      const std::string text = page_of(from_hex(hex));
      const auto* bytes = reinterpret_cast<const std::uint8_t*>(text.data());
      std::cout << 0 << ' ' << to_hex(bytes, text.size()) << std::endl;
      continue;
    }
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
