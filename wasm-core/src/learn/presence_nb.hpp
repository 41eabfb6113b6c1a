// Naive Bayes over features that an example has or has not and a few numbers, smoothed as in MOA
// (Bifet et al., "MOA: Massive Online Analysis", JMLR 2010), in logarithms. Numbers count from when
// they have had different values in both classes.
#pragma once

#include "learn/class_statistics.hpp"
#include "learn/instance_classifier.hpp"

namespace tagtrail {

class PresenceNb final : public InstanceClassifier {
 public:
  explicit PresenceNb(InstanceShape shape) : statistics_(shape) {}

  void learn(const Instance& instance, bool good) override { statistics_.add(instance, good); }
  double probability(const Instance& instance) const override;
  void save(ByteWriter& out) const override { statistics_.save(out); }
  bool load(ByteReader& in) override { return statistics_.load(in); }

 private:
  ClassStatistics statistics_;
};

}  // namespace tagtrail
