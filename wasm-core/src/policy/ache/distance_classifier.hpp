// The link classifier of a crawl: trained beforehand, learnt by itself, or none yet.
#pragma once

#include <optional>
#include <vector>

#include "critic/link_words.hpp"
#include "learn/word_bayes.hpp"

namespace tagtrail::ache {

class DistanceClassifier {
 public:
  /// `trained`: to start with, of so many levels.
  DistanceClassifier(std::size_t levels, std::optional<WordBayes> trained);

  /// Whether it knows anything.
  bool is_ready() const { return model_.has_value(); }
  /// When it is ready.
  Level level_of(const LinkWords& link) const;
  /// Anew from these links alone, with words chosen from them.
  void learn(const std::vector<PathLink>& links, const Selection& selection);

  void save(ByteWriter& out) const;
  /// False when malformed.
  bool load(ByteReader& in);

 private:
  std::size_t levels_;
  std::optional<WordBayes> model_;
};

}  // namespace tagtrail::ache
