// How many links share a feature: those ever discovered, and those that still wait. A feature that
// one link alone has can neither be trusted with credit nor be worth exploring
// (docs/policies.md, "trail").
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "learn/feature_slot.hpp"
#include "tagtrail/bytes.hpp"

namespace tagtrail {

class FeatureSupport {
 public:
  FeatureSupport();

  /// A link with these features was discovered and waits.
  void add(std::span<const FeatureSlot> slots);
  /// It waits no longer.
  void remove_waiting(std::span<const FeatureSlot> slots);
  /// A waiting link's feature changed.
  void replace(FeatureSlot before, FeatureSlot after);

  /// h(n) = 1 - 1/sqrt(n), 0 for a single link: of those discovered, and of those waiting.
  double discovered(FeatureSlot slot) const { return weight(seen_[slot]); }
  double waiting(FeatureSlot slot) const { return weight(waiting_[slot]); }
  /// How many of the waiting links have it.
  std::uint32_t waiting_links(FeatureSlot slot) const { return waiting_[slot]; }

  void save(ByteWriter& out) const;
  bool load(ByteReader& in);

 private:
  double weight(std::uint32_t count) const { return weights_[count < kTable ? count : kTable - 1]; }
  static constexpr std::uint32_t kTable = 4096;
  std::array<double, kTable> weights_{};
  std::vector<std::uint32_t> seen_;
  std::vector<std::uint32_t> waiting_;
};

}  // namespace tagtrail
