#include "load/url_template.hpp"

#include <cstddef>

#include "tagtrail/text.hpp"
#include "tagtrail/url.hpp"
#include "tagtrail/url_query.hpp"

namespace tagtrail::host {
namespace {

constexpr std::size_t kIdentifierLength = 8;

/// Eight or more hexadecimal digits, dashes and underscores with at least two digits.
bool is_identifier(std::string_view segment) {
  if (segment.size() < kIdentifierLength) return false;
  std::ptrdiff_t digits = 0;
  for (const char c : segment) {
    const bool hex = is_digit(c) || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F');
    if (!hex && c != '-' && c != '_') return false;
    digits += is_digit(c) ? 1 : 0;
  }
  return digits >= 2;
}

/// `births-by-month.html`, `population_of_the_isles`: several words, so a page of many of its kind.
bool is_title(std::string_view segment) {
  return segment.find_first_of("-_+%") != std::string_view::npos;
}

void append_normed(std::string& out, std::string_view segment) {
  if (is_identifier(segment)) {
    out.push_back('H');
    return;
  }
  bool in_number = false;
  for (const char c : segment) {
    if (!is_digit(c)) out.push_back(c);
    if (is_digit(c) && !in_number) out.push_back('0');
    in_number = is_digit(c);
  }
}

}  // namespace

std::string url_template(std::string_view url) {
  const UrlParts parts = split_url(url);
  std::string out(parts.host);
  std::string_view path = parts.path;
  while (!path.empty()) {
    path.remove_prefix(1);
    const std::size_t slash = path.find('/');
    out.push_back('/');
    const std::string_view segment = path.substr(0, slash);
    const bool last = slash == std::string_view::npos || slash + 1 == path.size();
    if (last && is_title(segment)) {
      out.push_back('*');
    } else {
      append_normed(out, segment);
    }
    path = slash == std::string_view::npos ? std::string_view{} : path.substr(slash);
  }
  for (const std::string_view key : query_keys(url)) out.append("&").append(key);
  return out;
}

std::vector<std::string_view> query_keys(std::string_view url) {
  std::vector<std::string_view> keys;
  for (const QueryPart& part : query_parts(url)) keys.push_back(part.name);
  return keys;
}

}  // namespace tagtrail::host
