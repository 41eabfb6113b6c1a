#include "learn/hashed_model.hpp"

#include <cmath>

#include "tagtrail/bits.hpp"

namespace tagtrail {

void HashedModel::save(ByteWriter& out) const {
  weights_.save(out, [&out](const HashedWeight& weight) {
    out.u32(bit_cast<std::uint32_t>(weight.mean));
    out.u32(bit_cast<std::uint32_t>(weight.variance));
  });
}

bool HashedModel::load(ByteReader& in) {
  return weights_.load(in, 8, [&in](HashedWeight& weight) {
    weight.mean = bit_cast<float>(in.u32());
    weight.variance = bit_cast<float>(in.u32());
    return std::isfinite(weight.mean) && std::isfinite(weight.variance);
  });
}

}  // namespace tagtrail
