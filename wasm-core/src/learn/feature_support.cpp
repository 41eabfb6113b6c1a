#include "learn/feature_support.hpp"

#include <cmath>

#include "learn/changed_slots.hpp"

namespace tagtrail {

FeatureSupport::FeatureSupport() : seen_(kFeatureSlots, 0), waiting_(kFeatureSlots, 0) {
  for (std::uint32_t n = 2; n < kTable; ++n)
    weights_[n] = 1.0 - 1.0 / std::sqrt(static_cast<double>(n));
}

void FeatureSupport::add(std::span<const FeatureSlot> slots) {
  for (const FeatureSlot slot : slots) {
    ++seen_[slot];
    ++waiting_[slot];
  }
}

void FeatureSupport::remove_waiting(std::span<const FeatureSlot> slots) {
  for (const FeatureSlot slot : slots) --waiting_[slot];
}

void FeatureSupport::replace(FeatureSlot before, FeatureSlot after) {
  --seen_[before];
  --waiting_[before];
  ++seen_[after];
  ++waiting_[after];
}

void FeatureSupport::save(ByteWriter& out) const {
  save_changed(out, seen_, std::uint32_t{0}, [&](FeatureSlot slot) {
    out.var(seen_[slot]);
    out.var(waiting_[slot]);
  });
}

bool FeatureSupport::load(ByteReader& in) {
  const std::size_t used = in.count(3);
  std::uint64_t slot = 0;
  for (std::size_t i = 0; i < used; ++i) {
    slot += in.var();
    const std::uint64_t seen = in.var();
    const std::uint64_t waiting = in.var();
    if (slot >= kFeatureSlots || seen > 0xFFFFFFFFU || waiting > seen) return false;
    seen_[static_cast<FeatureSlot>(slot)] = static_cast<std::uint32_t>(seen);
    waiting_[static_cast<FeatureSlot>(slot)] = static_cast<std::uint32_t>(waiting);
  }
  return in.ok();
}

}  // namespace tagtrail
