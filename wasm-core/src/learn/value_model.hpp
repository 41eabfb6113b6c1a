// What a page is worth, as log(1 + value): online Bayesian linear regression with a diagonal
// posterior, a Kalman filter without dynamics.
#pragma once

#include "learn/feature_support.hpp"
#include "learn/hashed_model.hpp"

namespace tagtrail {

class ValueModel {
 public:
  ValueModel();

  double predict(std::span<const FeatureSlot> slots) const { return model_.mean(slots); }
  /// Variance of the prediction, counting each feature as far as waiting links share it.
  double novelty(std::span<const FeatureSlot> slots, const FeatureSupport& support) const;
  /// Learns the label z. A feature's first variance grows with the links that share it.
  void update(std::span<const FeatureSlot> slots, double z, const FeatureSupport& support);
  /// A label learnt before turned out to be off by `delta`: moves the means, `rate` of the way.
  void correct(std::span<const FeatureSlot> slots, double delta, double rate);

  void save(ByteWriter& out) const;
  bool load(ByteReader& in);

 private:
  HashedModel model_;
  SlotTable<bool> updated_;  ///< true after its first update
};

}  // namespace tagtrail
