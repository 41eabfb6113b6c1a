// What a page is worth, as log(1 + value): online Bayesian linear regression with a diagonal
// posterior, a Kalman filter without dynamics.
#pragma once

#include "learn/feature_table.hpp"

namespace tagtrail {

class ValueModel {
 public:
  /// Learns FeatureRow::value of the features, which it borrows.
  explicit ValueModel(FeatureTable& features) : features_(features) {}

  double predict(std::span<const FeatureSlot> slots) const {
    return features_.mean(&FeatureRow::value, slots);
  }
  /// Learns the label z. A feature's first variance grows with the links that share it.
  void update(std::span<const FeatureSlot> slots, double z);
  /// A label learnt before turned out to be off by `delta`: moves the means, `rate` of the way.
  void correct(std::span<const FeatureSlot> slots, double delta, double rate);

 private:
  FeatureTable& features_;
};

}  // namespace tagtrail
