#include "learn/hashed_model.hpp"

#include <cmath>

#include "learn/changed_slots.hpp"
#include "tagtrail/bits.hpp"

namespace tagtrail {

void HashedModel::save(ByteWriter& out) const {
  save_changed(out, weights_, HashedWeight{0, initial_}, [&](FeatureSlot slot) {
    out.u32(bit_cast<std::uint32_t>(weights_[slot].mean));
    out.u32(bit_cast<std::uint32_t>(weights_[slot].variance));
  });
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
