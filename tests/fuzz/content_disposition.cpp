// A name from Content-Disposition never has a directory or a control character.
#include "fetch/content_disposition.hpp"

#include <cstdint>
#include <cstdlib>

#include "tagtrail/text.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string name = tagtrail::host::content_disposition_name(
      std::string_view(reinterpret_cast<const char*>(data), size));
  if (name == "." || name == ".." || tagtrail::to_valid_utf8(name) != name) std::abort();
  for (const char c : name) {
    if (c == '/' || c == '\\' || static_cast<unsigned char>(c) < 0x20) std::abort();
  }
  return 0;
}
