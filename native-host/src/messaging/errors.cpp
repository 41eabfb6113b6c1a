#include "messaging/errors.hpp"

#include <algorithm>

#include "messaging/json_text.hpp"
#include "tagtrail/text.hpp"

namespace tagtrail::host {
namespace {

constexpr std::size_t kMessageBytes = 1000;

ErrorCode code_named(std::string_view name) {
  for (int i = 0; i <= static_cast<int>(ErrorCode::internal); ++i) {
    const auto code = static_cast<ErrorCode>(i);
    if (to_string(code) == name) return code;
  }
  return ErrorCode::internal;
}

}  // namespace

Json error_to_json(const Error& error) {
  return {{"code", to_string(error.code)}, {"message", error.message}};
}

Error error_from_json(const Json& value) {
  std::string message(utf8_prefix(text_field(value, "message"), kMessageBytes));
  std::replace_if(
      message.begin(), message.end(),
      [](char c) { return static_cast<unsigned char>(c) < 0x20 || c == '\x7f'; }, ' ');
  return {code_named(text_field(value, "code")), std::move(message)};
}

}  // namespace tagtrail::host
