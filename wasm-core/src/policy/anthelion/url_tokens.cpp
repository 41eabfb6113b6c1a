#include "policy/anthelion/url_tokens.hpp"

#include <algorithm>
#include <cstdlib>

#include "tagtrail/code_points.hpp"
#include "tagtrail/text.hpp"
#include "tagtrail/url.hpp"

namespace tagtrail {
namespace {

constexpr std::size_t kShortestToken = 3;

constexpr bool is_letter(char c) { return c >= 'a' && c <= 'z'; }

/// `run`: lower-case letters and digits.
void add_token(std::vector<std::string>& tokens, std::string_view run) {
  if (run.size() < kShortestToken) return;
  const auto digits = static_cast<std::size_t>(std::count_if(run.begin(), run.end(), is_digit));
  if (digits > 0 && digits < run.size()) return;
  std::string token(digits > 0 ? std::string_view("[NUMBER]") : run);
  if (std::find(tokens.begin(), tokens.end(), token) == tokens.end()) {
    tokens.push_back(std::move(token));
  }
}

void add_tokens(std::vector<std::string>& tokens, std::string_view written) {
  const std::string text = ascii_lower(percent_decode(written));
  std::size_t begin = 0;
  for (std::size_t at = 0; at <= text.size(); ++at) {
    if (at < text.size() && (is_letter(text[at]) || is_digit(text[at]))) continue;
    add_token(tokens, std::string_view(text).substr(begin, at - begin));
    begin = at + 1;
  }
}

}  // namespace

std::vector<std::string> url_tokens(std::string_view key) {
  const UrlParts parts = split_url(key);
  std::vector<std::string> tokens;
  add_tokens(tokens, parts.path);
  add_tokens(tokens, parts.query);
  return tokens;
}

std::int32_t java_hash(std::string_view token) {
  std::uint32_t hash = 0;
  const auto add = [&hash](char32_t unit) { hash = 31 * hash + static_cast<std::uint32_t>(unit); };
  for (const char32_t c : code_points(token)) {
    if (c < 0x10000) {
      add(c);
    } else {
      add(0xD800 + ((c - 0x10000) >> 10U));
      add(0xDC00 + ((c - 0x10000) & 0x3FFU));
    }
  }
  return static_cast<std::int32_t>(hash);
}

std::uint32_t token_slot(std::string_view token) {
  return static_cast<std::uint32_t>(
      std::abs(java_hash(token) % static_cast<std::int32_t>(kTokenSlots)));
}

std::vector<std::uint32_t> url_slots(std::string_view key) {
  std::vector<std::uint32_t> slots;
  for (const std::string& token : url_tokens(key)) slots.push_back(token_slot(token));
  std::sort(slots.begin(), slots.end());
  slots.erase(std::unique(slots.begin(), slots.end()), slots.end());
  return slots;
}

}  // namespace tagtrail
