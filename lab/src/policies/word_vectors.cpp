#include "policies/word_vectors.hpp"

#include <algorithm>
#include <array>

#include "tables/string_table.hpp"
#include "tagtrail/random.hpp"
#include "tagtrail/text.hpp"
#include "tagtrail/url.hpp"

namespace tagtrail {
namespace {

/// Sorted, for binary search.
constexpr std::array<std::string_view, 64> kStopWords{
    "a",    "about", "after", "all",   "also",  "an",    "and",   "any",  "are", "as",  "at",
    "be",   "been",  "but",   "by",    "can",   "do",    "for",   "from", "had", "has", "have",
    "he",   "her",   "his",   "how",   "if",    "in",    "into",  "is",   "it",  "its", "may",
    "more", "no",    "not",   "of",    "on",    "or",    "other", "our",  "she", "so",  "such",
    "than", "that",  "the",   "their", "there", "these", "they",  "this", "to",  "up",  "was",
    "we",   "were",  "what",  "when",  "which", "who",   "will",  "with", "you"};
static_assert(std::is_sorted(kStopWords.begin(), kStopWords.end()));

bool is_letter(char c) {
  // Bytes of characters beyond ASCII count as letters.
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || static_cast<unsigned char>(c) >= 0x80;
}

bool is_any_space(char c) { return c == ' ' || (c >= '\t' && c <= '\r'); }

}  // namespace

std::vector<std::string> prepared_words(std::string_view text, std::size_t limit) {
  std::vector<std::string> words;
  std::string word;
  const auto finish = [&] {
    if (!word.empty() && !std::binary_search(kStopWords.begin(), kStopWords.end(), word)) {
      words.push_back(word);
    }
    word.clear();
  };
  for (const char c : ascii_lower(text)) {
    if (words.size() >= limit) return words;
    if (is_any_space(c)) {
      finish();
    } else if (is_letter(c)) {
      word.push_back(c);
    }
  }
  if (words.size() < limit) finish();
  return words;
}

std::string url_words(std::string_view url) {
  const UrlParts parts = split_url(url);
  std::string words = percent_decode(parts.path);
  words.append(" ").append(percent_decode(parts.query));
  for (char& c : words) c = is_letter(c) ? c : ' ';
  return words;
}

void append_word_vector(std::string_view word, std::size_t dimension, std::vector<float>& out) {
  Random random(hash_bytes(word.data(), word.size()));
  for (std::size_t i = 0; i < dimension; ++i) {
    out.push_back(static_cast<float>(random.uniform() - 0.5));
  }
}

}  // namespace tagtrail
