#include "learn/feature_support.hpp"

#include <cmath>

namespace tagtrail {

FeatureSupport::FeatureSupport() {
  for (std::uint32_t n = 2; n < kTable; ++n)
    weights_[n] = 1.0 - 1.0 / std::sqrt(static_cast<double>(n));
}

void FeatureSupport::add(std::span<const FeatureSlot> slots) {
  for (const FeatureSlot slot : slots) {
    Links& links = links_[slot];
    ++links.seen;
    ++links.waiting;
  }
}

void FeatureSupport::remove_waiting(std::span<const FeatureSlot> slots) {
  for (const FeatureSlot slot : slots) --links_[slot].waiting;
}

void FeatureSupport::replace(FeatureSlot before, FeatureSlot after) {
  Links& left = links_[before];
  --left.seen;
  --left.waiting;
  Links& joined = links_[after];
  ++joined.seen;
  ++joined.waiting;
}

void FeatureSupport::save(ByteWriter& out) const {
  links_.save(out, [&out](const Links& links) {
    out.var(links.seen);
    out.var(links.waiting);
  });
}

bool FeatureSupport::load(ByteReader& in) {
  return links_.load(in, 2, [&in](Links& links) {
    const std::uint64_t seen = in.var();
    const std::uint64_t waiting = in.var();
    links = {static_cast<std::uint32_t>(seen), static_cast<std::uint32_t>(waiting)};
    return seen <= 0xFFFFFFFFU && waiting <= seen;
  });
}

}  // namespace tagtrail
