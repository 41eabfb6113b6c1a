// JSON between bytes and values, within limits that hold before anything is built.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "messaging/channel.hpp"
#include "tagtrail/error.hpp"

namespace tagtrail::host {

/// Most values (elements and members) one text may hold: a value costs up to 40 times its text, so
/// the size limit alone would let 64 MiB of brackets take gigabytes.
inline constexpr std::size_t kJsonValues = 2'000'000;

/// Parses UTF-8 JSON no deeper than protocol::kJsonDepth and with at most kJsonValues values. Depth
/// and count are checked on the text, before a parser sees it. Errors: invalid_data, too_large.
Expected<Json> parse_json(std::string_view text);

/// One line of JSON; invalid UTF-8 becomes U+FFFD.
std::string write_json(const Json& value);

/// The text of `object[name]`, empty unless it is a string.
std::string text_field(const Json& object, const char* name);

}  // namespace tagtrail::host
