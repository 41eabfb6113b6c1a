// P(a link leads to a target, or to nothing): online Bayesian logistic regression with a diagonal
// posterior (docs/policies.md, "trail").
#pragma once

#include "learn/feature_table.hpp"

namespace tagtrail {

/// What a URL's extension promises before anything was learnt.
enum class ExtensionClass : std::uint8_t { target = 0, page = 1, media = 2, unknown = 3 };

class TargetModel {
 public:
  /// Learns `weight` of the features, which it borrows. `trust_extensions`: start from what a URL's
  /// extension promises.
  TargetModel(FeatureTable& features, FeatureTable::Weight weight, bool trust_extensions)
      : features_(features), weight_(weight), trust_(trust_extensions) {}

  double probability(std::span<const FeatureSlot> slots, ExtensionClass extension) const {
    return probability(features_.mean(weight_, slots), extension);
  }
  /// The same, where the means of the features are added up already.
  double probability(double sum, ExtensionClass extension) const;
  /// After every answer: whether it was one, 1 or 0, or how much of one.
  void update(std::span<const FeatureSlot> slots, ExtensionClass extension, double target);

 private:
  double prior(ExtensionClass extension) const;
  FeatureTable& features_;
  FeatureTable::Weight weight_;
  bool trust_;
};

}  // namespace tagtrail
