// Small text functions on UTF-8, the same natively and in WebAssembly: no locale, ASCII case only.
#pragma once

#include <string>
#include <string_view>

namespace tagtrail {

/// Of ASCII.
constexpr bool is_digit(char c) { return c >= '0' && c <= '9'; }
constexpr bool is_letter_or_digit(char c) {
  return is_digit(c) || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

/// HTML white space: space, tab, CR, LF, FF.
constexpr bool is_space(char c) {
  return c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == '\f';
}

bool is_valid_utf8(std::string_view text);

/// `text` with every invalid UTF-8 sequence replaced by U+FFFD (WHATWG "replacement" decoding).
std::string to_valid_utf8(std::string_view text);

/// The longest prefix of at most `bytes` bytes that ends at a UTF-8 character border.
std::string_view utf8_prefix(std::string_view text, std::size_t bytes);

/// Runs of HTML white space become one space; none at either end.
std::string collapse_space(std::string_view text);

/// ASCII letters lower-cased, everything else untouched.
constexpr char ascii_lower(char c) {
  return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
}
std::string ascii_lower(std::string_view text);

/// `text` without HTML white space at either end.
std::string_view trim(std::string_view text);

/// Of ASCII; the second is lower case.
bool equal_ignoring_case(std::string_view text, std::string_view lower_case);
bool starts_with_ignoring_case(std::string_view text, std::string_view lower_case_prefix);
/// Where the first such text begins at `from` or later; npos when there is none. `lower_case` is
/// not empty.
std::size_t find_ignoring_case(std::string_view text, std::string_view lower_case,
                               std::size_t from = 0);

}  // namespace tagtrail
