#include "traps/url_aspects.hpp"

#include <algorithm>

#include "tables/string_table.hpp"
#include "tagtrail/mime.hpp"
#include "tagtrail/text.hpp"
#include "tagtrail/url.hpp"
#include "tagtrail/url_query.hpp"

namespace tagtrail {
namespace {

constexpr std::size_t kMostPairs = 8;
constexpr std::size_t kMostSegments = 5;
constexpr std::size_t kMaxValueBytes = 48;
constexpr std::size_t kIdentifier = 8;
constexpr std::size_t kLongIdentifier = 16;
constexpr unsigned kTurns = 3;  // between letters and digits

bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }
bool is_hexadecimal(char c) {
  return is_digit(c) || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F');
}

std::vector<std::string_view> segments_of(std::string_view path) {
  std::vector<std::string_view> segments;
  std::size_t begin = 1;
  while (begin <= path.size()) {
    const std::size_t end = std::min(path.find('/', begin), path.size());
    segments.push_back(path.substr(begin, end - begin));
    begin = end + 1;
  }
  return segments;
}

/// A value that may name a kind of view, such as `history`: without numbers, and of one with a
/// slash what stands before it (`Special:Log/block`).
std::string_view value_class(std::string_view value) {
  value = value.substr(0, value.find('/'));
  const bool names = !value.empty() && value.size() <= kMaxValueBytes &&
                     std::none_of(value.begin(), value.end(), is_digit);
  return names ? value : std::string_view();
}

/// Hashes parts one after another, so that no two different lists look alike.
std::uint64_t hash_parts(std::initializer_list<std::string_view> parts) {
  std::string text;
  for (const std::string_view part : parts) {
    text.append(part);
    text.push_back('\0');
  }
  return hash_bytes(text.data(), text.size());
}

}  // namespace

std::vector<QueryPair> query_pairs(std::string_view query) {
  std::vector<QueryPair> pairs;
  std::size_t begin = 0;
  while (begin < query.size() && pairs.size() < kMostPairs) {
    const std::size_t end = std::min(query.find_first_of("&;", begin), query.size());
    const std::string_view pair = query.substr(begin, end - begin);
    begin = end + 1;
    if (pair.empty()) continue;
    const std::size_t equals = pair.find('=');
    const std::string_view value =
        equals == std::string_view::npos ? std::string_view() : pair.substr(equals + 1);
    pairs.push_back({pair.substr(0, equals), value});
  }
  return pairs;
}

std::string without_pair(std::string_view url, std::size_t begin) {
  const std::size_t end = std::min(url.find_first_of("&;", begin), url.size());
  std::string out(url.substr(0, begin));
  if (end < url.size()) {
    out.append(url.substr(end + 1));
  } else {
    out.pop_back();  // the separator before it, or the question mark
  }
  return out;
}

bool is_identifier_like(std::string_view text) {
  if (text.size() < kIdentifier) return false;
  std::size_t digits = 0;
  unsigned turns = 0;
  bool hexadecimal = true;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (!is_digit(text[i]) && !is_letter(text[i])) return false;
    if (is_digit(text[i])) ++digits;
    hexadecimal = hexadecimal && is_hexadecimal(text[i]);
    if (i > 0 && is_digit(text[i]) != is_digit(text[i - 1])) ++turns;
  }
  if (digits < 2 || digits == text.size()) return false;
  return turns >= kTurns || (hexadecimal && text.size() >= kLongIdentifier);
}

std::string without_identifiers(std::string_view text) {
  std::string out;
  for (std::size_t i = 0; i < text.size();) {
    std::size_t end = i;
    while (end < text.size() && (is_digit(text[end]) || is_letter(text[end]))) ++end;
    const std::string_view word = text.substr(i, end - i);
    if (word.empty()) {
      out += text[i++];
      continue;
    }
    if (is_identifier_like(word)) {
      out += 'H';
    } else {
      for (std::size_t at = 0; at < word.size(); ++at) {
        if (!is_digit(word[at])) {
          out += word[at];
        } else if (at == 0 || !is_digit(word[at - 1])) {
          out += '0';
        }
      }
    }
    i = end;
  }
  return out;
}

bool names_file(std::string_view address) {
  const std::string_view mime = mime_of_extension(address.substr(address.rfind('.') + 1));
  return !mime.empty() && !is_html(mime);
}

std::string_view folder_of(std::string_view key) {
  key = without_query(key);
  return key.substr(0, key.rfind('/') + 1);
}

std::vector<Aspect> aspects_of(std::string_view key) {
  const UrlParts parts = split_url(key);
  const std::string origin = origin_of(key);
  const std::string path = without_identifiers(parts.path);
  const std::string directory = path.substr(0, path.rfind('/') + 1);
  const std::vector<QueryPair> pairs = query_pairs(parts.query);
  std::vector<Aspect> aspects;
  const auto add = [&](AspectKind kind, std::size_t pair,
                       std::initializer_list<std::string_view> text) {
    const char tag = static_cast<char>('0' + static_cast<int>(kind));
    const std::uint64_t id = hash_parts({std::string_view(&tag, 1), origin}) ^ hash_parts(text);
    aspects.push_back({id, kind, static_cast<std::uint8_t>(pair)});
  };
  std::vector<std::string> views;
  for (const QueryPair& pair : pairs) {
    views.push_back(std::string(pair.key).append("=").append(value_class(pair.value)));
  }
  std::sort(views.begin(), views.end());
  std::string names;
  for (const std::string& each : views) names.append(each).push_back('&');
  add(AspectKind::shape, 0, {path, names});
  if (pairs.empty()) add(AspectKind::directory, 0, {directory});
  const std::string extension = url_extension(key);
  if (extension == "atom" || extension == "rss") add(AspectKind::feed, 0, {});
  if (extension == "svg" || extension == "svgz") add(AspectKind::drawing, 0, {});
  const std::vector<std::string_view> segments = segments_of(path);
  for (std::size_t i = 0; i < pairs.size(); ++i) {
    const auto& [name, value] = pairs[i];
    add(AspectKind::directory_key, i, {directory, name});
    for (std::size_t s = 0; s < segments.size() && s < kMostSegments; ++s) {
      if (!segments[s].empty()) add(AspectKind::segment_key, i, {segments[s], name});
    }
    if (const auto view = value_class(value); !view.empty()) {
      add(AspectKind::value, i, {name, view});
    }
    add(AspectKind::key, i, {name});
  }
  return aspects;
}

bool has_query(const std::vector<Aspect>& aspects) {
  return std::none_of(aspects.begin(), aspects.end(),
                      [](const Aspect& aspect) { return aspect.kind == AspectKind::directory; });
}

}  // namespace tagtrail
