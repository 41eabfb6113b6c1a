// Naive Bayes over which of some words occur in a text, for a few classes: what ACHE tells pages,
// the texts of forms and links with. Estimates are smoothed by Laplace's rule.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "tagtrail/bytes.hpp"

namespace tagtrail {

/// The words of a case, ascending, each once.
using WordSet = std::vector<std::string>;

struct WordCase {
  WordSet words;
  std::size_t label = 0;  ///< its class: 0, 1, ...
};

class WordBayes {
 public:
  using Counts = std::vector<std::uint64_t>;  ///< of cases, by class

  WordBayes() = default;
  /// Of so many classes; it has learnt nothing.
  explicit WordBayes(std::size_t classes) : cases_(classes) {}
  /// Learns from all: how many of each class have each of `words` (ascending).
  WordBayes(std::size_t classes, const WordSet& words, const std::vector<WordCase>& cases);
  /// Of such counts; empty of classes when they do not fit each other: no word has more cases than
  /// its class, and no class 2^32 or more.
  static WordBayes of(Counts cases, std::map<std::string, Counts> words);

  std::size_t classes() const { return cases_.size(); }
  const Counts& cases() const { return cases_; }
  const std::map<std::string, Counts>& words() const { return words_; }
  /// P(class | words), by class; the sum is 1.
  std::vector<double> probabilities(const WordSet& words) const;

  void save(ByteWriter& out) const;
  /// False when malformed, or not of so many classes.
  bool load(ByteReader& in, std::size_t classes);

 private:
  void prepare();

  Counts cases_;
  std::map<std::string, Counts> words_;

  // What follows from the counts.
  std::vector<double> absent_;                        ///< log of P(class and none of the words)
  std::map<std::string, std::vector<double>> steps_;  ///< what a word that occurs adds to that
};

/// The `most` words that occur in most cases, ascending; of equally frequent ones the first in
/// alphabetical order. Words of a single case are left out.
WordSet frequent_words(const std::vector<WordCase>& cases, std::size_t most);

}  // namespace tagtrail
