#include "policy/ache/distance_classifier.hpp"

#include <algorithm>
#include <utility>

namespace tagtrail::ache {

DistanceClassifier::DistanceClassifier(std::size_t levels, std::optional<WordBayes> trained)
    : levels_(levels), model_(std::move(trained)) {}

Level DistanceClassifier::level_of(const LinkWords& link) const {
  const auto probabilities = model_->probabilities(words_among(link, model_->words()));
  const auto most = std::max_element(probabilities.begin(), probabilities.end());
  // Never more than 1, whatever the sum was rounded to.
  return {static_cast<std::uint32_t>(most - probabilities.begin()), std::min(*most, 1.0)};
}

void DistanceClassifier::learn(const std::vector<PathLink>& links, const Selection& selection) {
  const WordSet words = chosen_words(links, levels_, selection);
  std::vector<WordCase> cases;
  cases.reserve(links.size());
  for (const PathLink& link : links) {
    cases.push_back({words_among(link.words, words), link.distance});
  }
  model_ = WordBayes(levels_, words, cases);
}

void DistanceClassifier::save(ByteWriter& out) const {
  out.boolean(is_ready());
  if (model_) model_->save(out);
}

bool DistanceClassifier::load(ByteReader& in) {
  model_.reset();
  if (in.boolean() && !model_.emplace().load(in, levels_)) return false;
  return in.ok();
}

}  // namespace tagtrail::ache
