#include "learn/hashed_model.hpp"

#include <cmath>

#include "tagtrail/bits.hpp"

namespace tagtrail {

void HashedModel::save(ByteWriter& out) const {
  std::uint64_t changed = 0;
  const auto is_changed = [&](const HashedWeight& w) {
    return w.mean != 0 || w.variance != initial_;
  };
  for (const HashedWeight& weight : weights_) changed += is_changed(weight) ? 1 : 0;
  out.var(changed);
  FeatureSlot previous = 0;
  for (FeatureSlot slot = 0; slot < kFeatureSlots; ++slot) {
    if (!is_changed(weights_[slot])) continue;
    out.var(slot - previous);
    out.u32(bit_cast<std::uint32_t>(weights_[slot].mean));
    out.u32(bit_cast<std::uint32_t>(weights_[slot].variance));
    previous = slot;
  }
}

bool HashedModel::load(ByteReader& in) {
  const std::size_t changed = in.count(9);
  std::uint64_t slot = 0;
  for (std::size_t i = 0; i < changed; ++i) {
    slot += in.var();
    const auto mean = bit_cast<float>(in.u32());
    const auto variance = bit_cast<float>(in.u32());
    if (slot >= kFeatureSlots || !std::isfinite(mean) || !std::isfinite(variance)) return false;
    weights_[static_cast<FeatureSlot>(slot)] = {mean, variance};
  }
  return in.ok();
}

}  // namespace tagtrail
