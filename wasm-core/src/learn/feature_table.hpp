// All that policy `trail` knows of features, a row for each of 2^20 slots: what three online models
// have learnt of it, and how many links share it. They are asked together, so they lie together. A
// feature that one link alone has can neither be trusted with credit nor be worth exploring
// (docs/policies.md, "trail").
#pragma once

#include <cstdint>
#include <span>

#include "learn/slot_table.hpp"
#include "tagtrail/bytes.hpp"

namespace tagtrail {

/// Kept as floats; sums are doubles, in the order of the slots.
struct FeatureWeight {
  float mean = 0;
  float variance = 0;
  bool operator==(const FeatureWeight&) const = default;
};

/// What a feature is before anything is known of it.
inline constexpr FeatureWeight kUnknownClass{0, 0.2F};
inline constexpr FeatureWeight kUnknownValue{0, static_cast<float>(0.8 / 30)};

struct FeatureRow {
  FeatureWeight target = kUnknownClass;     ///< a link leads to a target
  FeatureWeight fruitless = kUnknownClass;  ///< it leads to nothing
  FeatureWeight value = kUnknownValue;      ///< of the page behind it
  std::uint32_t seen = 0;                   ///< links that have it, ever discovered
  std::uint32_t waiting = 0;                ///< those that still wait
  bool operator==(const FeatureRow&) const = default;
};

class FeatureTable {
 public:
  /// Valid until another slot is asked for this way.
  FeatureRow& operator[](FeatureSlot slot) { return rows_[slot]; }
  const FeatureRow& operator[](FeatureSlot slot) const { return rows_[slot]; }

  /// A link with these features was discovered and waits.
  void add(std::span<const FeatureSlot> slots);
  /// It waits no longer.
  void remove_waiting(std::span<const FeatureSlot> slots);
  /// A waiting link's feature changed.
  void replace(FeatureSlot before, FeatureSlot after);

  /// h(n) = 1 - 1/sqrt(n), 0 for a single link.
  static double shared_by(std::uint32_t links);

  using Weight = FeatureWeight FeatureRow::*;
  double mean(Weight weight, std::span<const FeatureSlot> slots) const {
    double sum = 0;
    for (const FeatureSlot slot : slots) sum += double{(rows_[slot].*weight).mean};
    return sum;
  }
  double variance(Weight weight, std::span<const FeatureSlot> slots) const {
    double sum = 0;
    for (const FeatureSlot slot : slots) sum += double{(rows_[slot].*weight).variance};
    return sum;
  }
  /// All that scoring a link takes, with one look at each row.
  struct Sums {
    double target = 0;
    double fruitless = 0;
    double value = 0;
    double novelty = 0;  ///< variance of the value, each feature as far as waiting links share it
  };
  Sums sums(std::span<const FeatureSlot> slots) const;

  /// Only what was changed is written.
  void save(ByteWriter& out) const;
  bool load(ByteReader& in);

 private:
  SlotTable<FeatureRow> rows_;
};

}  // namespace tagtrail
