// How many links share a feature: those ever discovered, and those that still wait. A feature that
// one link alone has can neither be trusted with credit nor be worth exploring
// (docs/policies.md, "trail").
#pragma once

#include <array>
#include <cstdint>
#include <span>

#include "learn/slot_table.hpp"
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
  double discovered(FeatureSlot slot) const { return weight(links_[slot].seen); }
  double waiting(FeatureSlot slot) const { return weight(links_[slot].waiting); }
  /// How many of the waiting links have it.
  std::uint32_t waiting_links(FeatureSlot slot) const { return links_[slot].waiting; }

  void save(ByteWriter& out) const;
  bool load(ByteReader& in);

 private:
  double weight(std::uint32_t count) const { return weights_[count < kTable ? count : kTable - 1]; }
  static constexpr std::uint32_t kTable = 4096;
  std::array<double, kTable> weights_{};
  struct Links {
    std::uint32_t seen = 0;
    std::uint32_t waiting = 0;
    bool operator==(const Links&) const = default;
  };
  SlotTable<Links> links_;
};

}  // namespace tagtrail
