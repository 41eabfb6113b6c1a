#include "policy/ache/distance_classifier.hpp"

#include <utility>

namespace tagtrail::ache {

DistanceClassifier::DistanceClassifier(std::size_t levels, std::optional<WordBayes> trained)
    : levels_(levels), model_(std::move(trained)) {}

Level DistanceClassifier::level_of(const LinkWords& link) const {
  return ache::level_of(*model_, link);
}

void DistanceClassifier::learn(const std::vector<PathLink>& links, const Selection& selection) {
  model_ = learn_distances(links, levels_, selection);
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
