#include "tagtrail/text.hpp"

#include <algorithm>
#include <cstdint>
#include <cstring>

namespace tagtrail {
namespace {

bool is_continuation(unsigned char byte) { return (byte & 0xC0U) == 0x80U; }

/// How many bytes the sequence that `lead` starts has, and the range its second byte must be in
/// (Unicode table 3-7); length 0 for a byte that starts none.
struct Lead {
  std::size_t length;
  unsigned char low, high;
};

Lead lead_of(unsigned char lead) {
  if (lead < 0x80) return {1, 0, 0};
  if (lead >= 0xC2 && lead <= 0xDF) return {2, 0x80, 0xBF};
  if (lead == 0xE0) return {3, 0xA0, 0xBF};
  if (lead == 0xED) return {3, 0x80, 0x9F};
  if (lead >= 0xE1 && lead <= 0xEF) return {3, 0x80, 0xBF};
  if (lead == 0xF0) return {4, 0x90, 0xBF};
  if (lead >= 0xF1 && lead <= 0xF3) return {4, 0x80, 0xBF};
  if (lead == 0xF4) return {4, 0x80, 0x8F};
  return {0, 0, 0};
}

/// Length of the well-formed sequence at `at`, or 0; `bad` is then the length of the maximal
/// ill-formed prefix that one replacement character stands for.
std::size_t sequence_at(std::string_view text, std::size_t at, std::size_t& bad) {
  const Lead lead = lead_of(static_cast<unsigned char>(text[at]));
  bad = 1;
  if (lead.length <= 1) return lead.length;
  for (std::size_t i = 1; i < lead.length; ++i) {
    if (at + i >= text.size()) return 0;
    const auto byte = static_cast<unsigned char>(text[at + i]);
    const bool fits = i == 1 ? byte >= lead.low && byte <= lead.high : is_continuation(byte);
    if (!fits) return 0;
    bad = i + 1;
  }
  return lead.length;
}

/// The first byte from `at` that is not ASCII, or the end; eight at a time, since most text is.
std::size_t skip_ascii(std::string_view text, std::size_t at) {
  constexpr std::uint64_t kHighBits = 0x8080808080808080U;
  std::uint64_t word = 0;
  for (; at + sizeof(word) <= text.size(); at += sizeof(word)) {
    std::memcpy(&word, text.data() + at, sizeof(word));
    if ((word & kHighBits) != 0) break;
  }
  while (at < text.size() && static_cast<unsigned char>(text[at]) < 0x80) ++at;
  return at;
}

/// The end of what is valid from `at` on; `bad`: how much behind it is not, 0 at the end of text.
std::size_t skip_valid(std::string_view text, std::size_t at, std::size_t& bad) {
  bad = 0;
  while ((at = skip_ascii(text, at)) < text.size()) {
    const std::size_t length = sequence_at(text, at, bad);
    if (length == 0) return at;
    at += length;
    bad = 0;
  }
  return at;
}

}  // namespace

bool is_valid_utf8(std::string_view text) {
  std::size_t bad = 0;
  return skip_valid(text, 0, bad) == text.size();
}

std::string to_valid_utf8(std::string_view text) {
  std::string out;
  out.reserve(text.size());
  for (std::size_t at = 0; at < text.size();) {
    std::size_t bad = 0;
    const std::size_t end = skip_valid(text, at, bad);
    out.append(text, at, end - at);
    if (bad > 0) out.append("\xEF\xBF\xBD");
    at = end + bad;
  }
  return out;
}

std::string_view utf8_prefix(std::string_view text, std::size_t bytes) {
  if (text.size() <= bytes) return text;
  std::size_t end = bytes;
  while (end > 0 && is_continuation(static_cast<unsigned char>(text[end]))) --end;
  return text.substr(0, end);
}

std::string collapse_space(std::string_view text) {
  std::string out;
  out.reserve(text.size());
  bool pending = false;
  for (const char c : text) {
    if (is_space(c)) {
      pending = !out.empty();
      continue;
    }
    if (pending) out.push_back(' ');
    pending = false;
    out.push_back(c);
  }
  return out;
}

std::string ascii_lower(std::string_view text) {
  std::string out(text);
  for (char& c : out) c = ascii_lower(c);
  return out;
}

std::string_view trim(std::string_view text) {
  while (!text.empty() && is_space(text.front())) text.remove_prefix(1);
  while (!text.empty() && is_space(text.back())) text.remove_suffix(1);
  return text;
}

bool equal_ignoring_case(std::string_view text, std::string_view lower_case) {
  return std::equal(text.begin(), text.end(), lower_case.begin(), lower_case.end(),
                    [](char a, char b) { return ascii_lower(a) == b; });
}

bool starts_with_ignoring_case(std::string_view text, std::string_view lower_case_prefix) {
  return equal_ignoring_case(text.substr(0, lower_case_prefix.size()), lower_case_prefix);
}

std::size_t find_ignoring_case(std::string_view text, std::string_view lower_case,
                               std::size_t from) {
  const char low = lower_case.front();
  const char high = low >= 'a' && low <= 'z' ? static_cast<char>(low - 'a' + 'A') : low;
  // The next place of each case, found by the library's fast search for one byte.
  std::size_t lower = text.find(low, from);
  std::size_t upper = high == low ? std::string_view::npos : text.find(high, from);
  for (;;) {
    const std::size_t at = std::min(lower, upper);
    if (at == std::string_view::npos) return at;
    if (equal_ignoring_case(text.substr(at, lower_case.size()), lower_case)) return at;
    (at == lower ? lower : upper) = text.find(text[at], at + 1);
  }
}

}  // namespace tagtrail
