#include "crawl/file_labels.hpp"

#include <algorithm>
#include <string>

#include "tagtrail/url.hpp"

namespace tagtrail {
namespace {

constexpr std::size_t kMostWords = 8;
constexpr std::string_view kSpace = " \t\n";
constexpr std::string_view kAroundWords = "()[]{}<>,;:!\"'|/";

bool is_upper(char c) { return c >= 'A' && c <= 'Z'; }
bool is_digit(char c) { return c >= '0' && c <= '9'; }

std::string lower(std::string_view word) {
  std::string text(word);
  std::transform(text.begin(), text.end(), text.begin(),
                 [](char c) { return is_upper(c) ? static_cast<char>(c - 'A' + 'a') : c; });
  return text;
}

std::string_view trimmed(std::string_view word) {
  const std::size_t begin = word.find_first_not_of(kAroundWords);
  if (begin == std::string_view::npos) return {};
  return word.substr(begin, word.find_last_not_of(kAroundWords) + 1 - begin);
}

/// `CSV`: a label, not a word of a sentence.
bool is_in_capitals(std::string_view word) {
  return word.size() >= 2 && is_upper(word.front()) &&
         std::all_of(word.begin(), word.end(), [](char c) { return is_upper(c) || is_digit(c); });
}

}  // namespace

bool names_no_type(std::string_view key) {
  const std::string_view path = split_url(key).path;
  if (path.empty() || path.back() == '/') return false;
  return url_extension(key).empty();
}

bool labels_file(std::string_view anchor, const std::function<bool(std::string_view)>& wanted) {
  std::size_t words = 0;
  bool label = false;
  while (!anchor.empty()) {
    const std::size_t end = std::min(anchor.find_first_of(kSpace), anchor.size());
    const std::string_view word = trimmed(anchor.substr(0, end));
    anchor.remove_prefix(std::min(end + 1, anchor.size()));
    if (word.empty()) continue;
    ++words;
    const std::size_t dot = word.rfind('.');
    const bool named = dot != std::string_view::npos && dot > 0;
    if (named && wanted(lower(word.substr(dot + 1)))) return true;
    label = label || (is_in_capitals(word) && wanted(lower(word)));
  }
  return label && words <= kMostWords;
}

}  // namespace tagtrail
