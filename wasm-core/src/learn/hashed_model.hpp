// A weight and a variance for each of 2^20 hashed features: what both online models of policy
// `trail` are made of. Kept as floats; sums are doubles, in the order of the slots.
#pragma once

#include <span>

#include "learn/slot_table.hpp"
#include "tagtrail/bytes.hpp"

namespace tagtrail {

struct HashedWeight {
  float mean = 0;
  float variance = 0;
  bool operator==(const HashedWeight&) const = default;
};

class HashedModel {
 public:
  /// `variance`: of every feature before its first update.
  explicit HashedModel(double variance) : weights_({0, static_cast<float>(variance)}) {}

  /// Valid until another slot is asked for this way.
  HashedWeight& operator[](FeatureSlot slot) { return weights_[slot]; }
  const HashedWeight& operator[](FeatureSlot slot) const { return weights_[slot]; }
  double mean(std::span<const FeatureSlot> slots) const {
    double sum = 0;
    for (const FeatureSlot slot : slots) sum += double{weights_[slot].mean};
    return sum;
  }
  double variance(std::span<const FeatureSlot> slots) const {
    double sum = 0;
    for (const FeatureSlot slot : slots) sum += double{weights_[slot].variance};
    return sum;
  }

  /// Only weights that were changed are written.
  void save(ByteWriter& out) const;
  bool load(ByteReader& in);

 private:
  SlotTable<HashedWeight> weights_;
};

}  // namespace tagtrail
