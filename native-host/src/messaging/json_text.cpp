#include "messaging/json_text.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "tagtrail/protocol.hpp"

namespace tagtrail::host {
namespace {

struct Shape {
  std::size_t depth = 0;   ///< deepest nesting
  std::size_t values = 1;  ///< never below the number of values
};

// Counts structure outside of strings. On text that is not JSON the numbers mean nothing, but the
// parser stops at the first error, and up to there they are right.
Shape measure(std::string_view text) {
  Shape shape;
  std::size_t depth = 0;
  bool in_string = false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (in_string) {
      if (c == '\\') {
        ++i;
      } else if (c == '"') {
        in_string = false;
      }
      continue;
    }
    switch (c) {
      case '"':
        in_string = true;
        break;
      case '[':
      case '{':
        shape.depth = std::max(shape.depth, ++depth);
        ++shape.values;
        break;
      case ']':
      case '}':
        if (depth > 0) --depth;
        break;
      case ',':
        ++shape.values;
        break;
      default:
        break;
    }
  }
  return shape;
}

}  // namespace

Expected<Json> parse_json(std::string_view text) {
  if (text.size() > protocol::kMessageBytes) {
    return fail(ErrorCode::too_large,
                fmt::format("a message of more than {} bytes", protocol::kMessageBytes));
  }
  // The parser takes a NUL for the end of the text, and would not look at what is behind it.
  if (text.find('\0') != std::string_view::npos) return fail(ErrorCode::invalid_data, "not JSON");
  const Shape shape = measure(text);
  if (shape.depth > protocol::kJsonDepth) {
    return fail(ErrorCode::too_large,
                fmt::format("JSON nested deeper than {} levels", protocol::kJsonDepth));
  }
  if (shape.values > kJsonValues) {
    return fail(ErrorCode::too_large, fmt::format("JSON of more than {} values", kJsonValues));
  }
  Json value = Json::parse(text, nullptr, /*allow_exceptions=*/false);
  if (value.is_discarded()) return fail(ErrorCode::invalid_data, "not JSON");
  return value;
}

std::string write_json(const Json& value) {
  return value.dump(-1, ' ', false, Json::error_handler_t::replace);
}

std::string text_field(const Json& object, const char* name) {
  if (!object.is_object()) return {};
  const auto found = object.find(name);
  return found != object.end() && found->is_string() ? found->get<std::string>() : std::string();
}

}  // namespace tagtrail::host
