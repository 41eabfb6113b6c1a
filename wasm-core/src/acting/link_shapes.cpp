#include "acting/link_shapes.hpp"

#include <algorithm>
#include <array>

#include "tagtrail/mime.hpp"
#include "tagtrail/plain_words.hpp"
#include "tagtrail/suspects.hpp"
#include "tagtrail/text.hpp"
#include "tagtrail/url.hpp"

namespace tagtrail {
namespace {

constexpr std::string_view kHole = "{}";
constexpr std::size_t kTailSegments = 2;
constexpr std::size_t kHexIdentifier = 8;
constexpr std::size_t kRandom = 10;
/// `eb2` of `eb2-3f...`, `INC0017`: letters before a number that belong to it.
constexpr std::size_t kPrefix = 8;
/// More are a title.
constexpr std::ptrdiff_t kWordsBeforeNumber = 3;

bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }
bool is_hex(char c) { return is_digit(c) || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F'); }

/// `+1`, `-1`.
bool is_vote(std::string_view segment) {
  return segment.size() == 2 && (segment[0] == '+' || segment[0] == '-') && is_digit(segment[1]);
}

/// `17`, `2f9e...`, `item-17`, `INC0017`, `17-a-title`.
bool names_one_of_many(std::string_view segment) {
  if (segment.empty()) return false;
  const auto digits =
      static_cast<std::size_t>(std::count_if(segment.begin(), segment.end(), is_digit));
  if (digits == 0) return false;
  if (digits == segment.size()) return true;
  if (is_vote(segment)) return false;
  const bool hex = std::all_of(segment.begin(), segment.end(),
                               [](char c) { return is_hex(c) || c == '-' || c == '_'; });
  if (hex && digits >= 2 && segment.size() >= kHexIdentifier) return true;
  const std::size_t first = segment.find_first_of("0123456789");
  if (first == 0) {
    const std::size_t behind = segment.find_first_not_of("0123456789");
    return segment[behind] == '-' || segment[behind] == '_' || segment[behind] == ',';
  }
  const std::size_t behind = segment.find_first_not_of("0123456789", first);
  if (behind != std::string_view::npos) return false;
  // `v2` is a version.
  return first <= kPrefix && segment != "v" && !(first == 1 && ascii_lower(segment)[0] == 'v');
}

/// `bug-close` of `bug-close-41`, as some programs write `/bug/close/41`; empty where it is none.
std::string_view words_before_number(std::string_view segment) {
  const std::size_t dash = segment.find_last_not_of("0123456789");
  if (dash == std::string_view::npos || dash + 1 == segment.size() || segment[dash] != '-')
    return {};
  const std::string_view words = segment.substr(0, dash);
  const bool letters =
      std::all_of(words.begin(), words.end(), [](char c) { return is_letter(c) || c == '-'; });
  const auto dashes = std::count(words.begin(), words.end(), '-');
  return letters && dashes > 0 && dashes < kWordsBeforeNumber ? words : std::string_view{};
}

/// Without the extension of a program or a page.
std::string_view bare(std::string_view segment, std::string_view extension) {
  const bool ends =
      !extension.empty() && segment.size() > extension.size() + 1 &&
      equal_ignoring_case(segment.substr(segment.size() - extension.size()), extension);
  if (ends) segment.remove_suffix(extension.size() + 1);
  return segment;
}

void shape_path(std::string_view path, std::string_view extension, ShapedAddress& address) {
  std::vector<std::string> behind;
  bool identified = false;
  while (!path.empty()) {
    path.remove_prefix(1);
    const std::string_view segment = path.substr(0, path.find('/'));
    path.remove_prefix(segment.size());
    if (segment.empty()) continue;
    const bool last = path.find_first_not_of('/') == std::string_view::npos;
    const std::string decoded = percent_decode(last ? bare(segment, extension) : segment);
    if (last) address.folder = address.place;
    address.place.append("/").append(segment);
    if (const auto words = words_before_number(decoded); last && !words.empty()) {
      address.folder.append("/").append(words);
      address.shape.append("/").append(words_of_name(words)).append("/").append(kHole);
      address.identifier = decoded.substr(words.size() + 1);
      address.ends_with_identifier = address.numbered = true;
      return;
    }
    address.ends_with_identifier = names_one_of_many(decoded);
    if (address.ends_with_identifier) {
      address.identifier = decoded;
      address.shape.append("/").append(kHole);
      identified = true;
      behind.clear();
      address.last.clear();
      continue;
    }
    address.last = is_vote(decoded) ? "vote" : words_of_name(decoded);
    address.shape.append("/").append(address.last);
    behind.push_back(address.last);
  }
  if (!identified || behind.empty() || behind.size() > kTailSegments) return;
  for (const std::string& words : behind) {
    if (!address.tail.empty()) address.tail += ' ';
    address.tail += words;
  }
}

void shape_query(std::string_view query, ShapedAddress& address) {
  std::vector<std::string> parts;
  const bool in_path = !address.identifier.empty();
  while (!query.empty()) {
    const std::string_view pair = query.substr(0, query.find_first_of("&;"));
    query.remove_prefix(std::min(pair.size() + 1, query.size()));
    const std::size_t equals = pair.find('=');
    std::string value(equals == std::string_view::npos ? std::string_view{}
                                                       : pair.substr(equals + 1));
    std::replace(value.begin(), value.end(), '+', ' ');
    ShapePair read{words_of_name(percent_decode(pair.substr(0, equals))), percent_decode(value),
                   false};
    if (read.key.empty()) continue;
    read.identifier = names_one_of_many(read.value);
    const bool names = is_items_key(read.key) || address.identifier.empty();
    if (read.identifier && !in_path && names) address.identifier = read.value;
    parts.push_back(read.key + "=" +
                    (read.identifier || is_random(read.value) ? std::string(kHole)
                                                              : words_of_name(read.value)));
    address.query.push_back(std::move(read));
  }
  std::sort(parts.begin(), parts.end());
  for (const std::string& part : parts) address.shape.append("&").append(part);
}

}  // namespace

bool is_year(std::string_view text) {
  return text.size() == 4 && std::all_of(text.begin(), text.end(), is_digit) &&
         (text.starts_with("19") || text.starts_with("20"));
}

bool is_items_key(std::string_view key) {
  return key == "id" || (key.ends_with("id") && key != "grid") || key.ends_with(" no") ||
         (key.ends_with("ids") && key != "grids");
}

bool is_random(std::string_view value) {
  if (value.size() < kRandom || value.find(' ') != std::string_view::npos) return false;
  const auto digits = std::count_if(value.begin(), value.end(), is_digit);
  const auto letters = std::count_if(value.begin(), value.end(), is_letter);
  const bool plain = std::all_of(value.begin(), value.end(), [](char c) {
    return is_digit(c) || is_letter(c) || c == '-' || c == '_' || c == '=' || c == '/' || c == '+';
  });
  return plain && digits >= 2 && letters >= 2;
}

ShapedAddress shaped(std::string_view key) {
  ShapedAddress address;
  const UrlParts parts = split_url(key);
  const std::string extension = url_extension(key);
  const std::string_view mime = mime_of_extension(extension);
  const bool program = is_program_extension(extension);
  address.names_page = !program && !mime.empty() && is_html(mime);
  address.names_file = !program && !mime.empty() && !is_html(mime);
  address.shape = address.place = std::string(parts.host);
  shape_path(parts.path, program || address.names_page ? extension : std::string_view{}, address);
  std::string_view query = parts.query;
  if (query.starts_with('/')) {
    const std::string_view path = query.substr(0, query.find_first_of("&="));
    query.remove_prefix(std::min(path.size() + 1, query.size()));
    shape_path(path, {}, address);
  }
  shape_query(query, address);
  return address;
}

std::string link_shape(std::string_view key) { return shaped(key).shape; }

}  // namespace tagtrail
