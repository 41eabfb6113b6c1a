#include "features/url_languages.hpp"

#include <algorithm>
#include <array>

#include "tagtrail/text.hpp"
#include "tagtrail/url.hpp"

namespace tagtrail {
namespace {

/// Second letters of the codes of ISO 639-1, by the first one.
constexpr std::array<std::string_view, 26> kCodes{"abefkmnrsvyz",
                                                  "aeghimnors",
                                                  "aehorsuvy",
                                                  "aevz",
                                                  "elnostu",
                                                  "afijory",
                                                  "adlnuv",
                                                  "aeiortuyz",
                                                  "adegikostu",
                                                  "av",
                                                  "agijklmnorsuvwy",
                                                  "abginotuv",
                                                  "ghiklnrsty",
                                                  "abdeglnorvy",
                                                  "cjmrs",
                                                  "ailst",
                                                  "u",
                                                  "mnouw",
                                                  "acdegiklmnoqrstuvw",
                                                  "aeghiklnorstwy",
                                                  "gkrz",
                                                  "eio",
                                                  "ao",
                                                  "h",
                                                  "io",
                                                  "ahu"};

/// -1: no letter.
int letter_of(char c) {
  if (c >= 'a' && c <= 'z') return c - 'a';
  return c >= 'A' && c <= 'Z' ? c - 'A' : -1;
}

bool is_code(char first, char second) {
  const int row = letter_of(first);
  const int letter = letter_of(second);
  if (row < 0 || letter < 0) return false;
  const std::string_view seconds = kCodes[static_cast<std::size_t>(row)];
  return seconds.find(static_cast<char>('a' + letter)) != seconds.npos;
}

/// FNV-1a over several texts in a row.
class Hash {
 public:
  void add(char c) { sum_ = (sum_ ^ static_cast<unsigned char>(c)) * 0x100000001B3ULL; }
  void add(std::string_view text) {
    for (const char c : text) add(c);
  }
  std::uint32_t folded() const { return static_cast<std::uint32_t>(sum_ ^ (sum_ >> 32U)); }

 private:
  std::uint64_t sum_ = 0xCBF29CE484222325ULL;
};

/// `name.xx.ext` is added as `name.ext`.
void add_name(std::string_view name, Hash& hash) {
  constexpr std::size_t kMark = 3;  // `.xx`
  const std::size_t dot = name.rfind('.');
  if (dot != name.npos && dot > kMark) {
    const std::size_t mark = dot - kMark;
    const bool marks = name[mark] == '.' || name[mark] == '_' || name[mark] == '-';
    if (marks && is_code(name[mark + 1], name[mark + 2])) {
      hash.add(name.substr(0, mark));
      name = name.substr(dot);
    }
  }
  hash.add(name);
}

void add_query(std::string_view query, Hash& hash) {
  while (!query.empty()) {
    const std::size_t end = std::min(query.find('&'), query.size());
    const std::string_view pair = query.substr(0, end);
    const std::size_t is = pair.find('=');
    if (is == pair.npos || !is_language(pair.substr(is + 1))) {
      hash.add('&');
      hash.add(pair);
    }
    query.remove_prefix(std::min(end + 1, query.size()));
  }
}

}  // namespace

bool is_language(std::string_view text) {
  constexpr std::size_t kCode = 2;
  if (text.size() < kCode || !is_code(text[0], text[1])) return false;
  if (text.size() == kCode) return true;
  const std::string_view region = text.substr(kCode + 1);
  return (text[kCode] == '-' || text[kCode] == '_') && region.size() >= 2 && region.size() <= 4 &&
         std::all_of(region.begin(), region.end(), [](char c) { return letter_of(c) >= 0; });
}

std::uint32_t hash_without_languages(std::string_view key) {
  const UrlParts parts = split_url(key);
  Hash hash;
  hash.add(parts.host);
  std::string_view path = parts.path;
  while (!path.empty()) {
    path.remove_prefix(1);
    const std::size_t end = path.find('/');
    const bool is_last = end == path.npos;
    const std::string_view segment = path.substr(0, end);
    path.remove_prefix(is_last ? path.size() : end);
    if (is_language(segment)) continue;
    hash.add('/');
    is_last ? add_name(segment, hash) : hash.add(segment);
  }
  add_query(parts.query, hash);
  return hash.folded();
}

}  // namespace tagtrail
