// XML, HTML and plain text: how they begin.
#include "tables/readers.hpp"
#include "tables/text_encoding.hpp"
#include "tagtrail/text.hpp"

namespace tagtrail::host {

void look_into_text(const LookInput& input, Look& look) {
  std::string storage;
  const DecodedText decoded =
      decode_text(input.bytes.substr(0, look_limit::kReadingBytes), storage);
  if (!decoded.is_text) {
    if (look.format.empty()) look.format = "binary";
    return add_note(look, "it is in no format that is looked into");
  }
  const std::string_view begin = trim(decoded.text.substr(0, 1024));
  if (look.format.empty()) {
    const std::string lower = ascii_lower(begin);
    const bool html = lower.starts_with("<!doctype html") || lower.starts_with("<html");
    look.format = html ? "html" : begin.starts_with("<?xml") ? "xml" : "text";
  }
  look.text = utf8_prefix(trim(decoded.text), look_limit::kTextBytes);
  look.reading = decoded.text;
}

}  // namespace tagtrail::host
