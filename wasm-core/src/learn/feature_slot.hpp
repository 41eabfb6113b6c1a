// The places that features are hashed to, and that hashed models have weights for.
#pragma once

#include <cstdint>

namespace tagtrail {

using FeatureSlot = std::uint32_t;
inline constexpr std::uint32_t kFeatureSlots = 1U << 20U;

}  // namespace tagtrail
