// ACHE's link classifier: naive Bayes over the words of a link in three feature spaces, which says
// how many steps a link is from a result; and which words it looks at (automatic feature
// selection).
#pragma once

#include <array>
#include <string_view>
#include <vector>

#include "learn/word_bayes.hpp"

namespace tagtrail::ache {

/// Stems of its URL, of its anchor text and of the text around it.
struct LinkWords {
  std::array<WordSet, 3> spaces;
};

LinkWords link_words(std::string_view url, std::string_view anchor, std::string_view around);

/// A link on a path to a result, so many steps away from it.
struct PathLink {
  LinkWords words;
  std::size_t distance = 0;  ///< 0: it leads there itself
};

/// How many words are kept.
struct Selection {
  std::size_t features = 0;  ///< of each space and distance (n)
  std::size_t subwords = 0;  ///< of URLs: frequent ones that count in longer ones, too (k)
};

/// The most frequent words of the links at each distance below `levels`, by space: "url job",
/// "anchor search". To the frequency of the k most frequent words of URLs is added that of each
/// other one that contains it: "jobsearch" counts for "job" and for "search".
WordSet chosen_words(const std::vector<PathLink>& links, std::size_t levels,
                     const Selection& selection);

/// The likeliest distance, and how likely it is.
struct Level {
  std::uint32_t distance = 0;
  double probability = 0;
};

/// By a classifier that learn_distances() gave.
Level level_of(const WordBayes& classifier, const LinkWords& link);
/// Naive Bayes over words chosen from these links, all at distances below `levels`.
WordBayes learn_distances(const std::vector<PathLink>& links, std::size_t levels,
                          const Selection& selection);

/// Those of the chosen words that a link has; one of URLs may be a part of a longer word there.
WordSet words_among(const LinkWords& link, const WordSet& chosen);

}  // namespace tagtrail::ache
