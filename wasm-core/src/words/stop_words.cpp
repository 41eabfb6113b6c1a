#include "words/stop_words.hpp"

#include <algorithm>
#include <array>

namespace tagtrail {
namespace {

// Both sorted.
constexpr auto kEnglish = std::to_array<std::string_view>(
    {"about",   "above",   "after",   "again",   "against", "all",     "also",    "and",  "any",
     "are",     "because", "been",    "before",  "being",   "below",   "between", "both", "but",
     "can",     "could",   "did",     "does",    "doing",   "down",    "during",  "each", "few",
     "for",     "from",    "further", "had",     "has",     "have",    "having",  "her",  "here",
     "hers",    "herself", "him",     "himself", "his",     "how",     "into",    "its",  "itself",
     "just",    "may",     "more",    "most",    "must",    "myself",  "nor",     "not",  "now",
     "off",     "once",    "only",    "other",   "our",     "ours",    "out",     "over", "own",
     "same",    "shall",   "she",     "should",  "some",    "such",    "than",    "that", "the",
     "their",   "theirs",  "them",    "then",    "there",   "these",   "they",    "this", "those",
     "through", "too",     "under",   "until",   "upon",    "very",    "was",     "were", "what",
     "when",    "where",   "which",   "while",   "who",     "whom",    "whose",   "why",  "will",
     "with",    "would",   "you",     "your",    "yours",   "yourself"});
constexpr auto kUrls = std::to_array<std::string_view>(
    {"asp", "aspx", "cfm", "cgi", "com", "default", "htm", "html", "http", "https", "index", "jsp",
     "net", "org", "php", "shtml", "www"});
static_assert(std::is_sorted(kEnglish.begin(), kEnglish.end()));
static_assert(std::is_sorted(kUrls.begin(), kUrls.end()));

}  // namespace

bool is_stop_word(std::string_view word) {
  return std::binary_search(kEnglish.begin(), kEnglish.end(), word);
}

bool is_url_stop_word(std::string_view word) {
  return std::binary_search(kUrls.begin(), kUrls.end(), word);
}

}  // namespace tagtrail
