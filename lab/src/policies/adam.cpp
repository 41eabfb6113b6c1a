#include "policies/adam.hpp"

#include <cmath>

#include "tagtrail/bits.hpp"

namespace tagtrail {
namespace {

constexpr float kMeanDecay = 0.9F;
constexpr float kSquareDecay = 0.999F;
constexpr float kEpsilon = 1e-7F;

bool load_power(ByteReader& in, double& power) {
  power = in.f64();
  return power >= 0.0 && power <= 1.0;
}

}  // namespace

void Adam::step(std::vector<float>& weights, const std::vector<float>& gradient) {
  mean_power_ *= static_cast<double>(kMeanDecay);
  square_power_ *= static_cast<double>(kSquareDecay);
  const auto rate = static_cast<float>(static_cast<double>(rate_) * std::sqrt(1.0 - square_power_) /
                                       (1.0 - mean_power_));
  for (std::size_t i = 0; i < weights.size(); ++i) {
    const float g = gradient[i];
    mean_[i] = kMeanDecay * mean_[i] + (1.0F - kMeanDecay) * g;
    square_[i] = kSquareDecay * square_[i] + (1.0F - kSquareDecay) * (g * g);
    weights[i] -= rate * mean_[i] / (std::sqrt(square_[i]) + kEpsilon);
  }
}

void Adam::save(ByteWriter& out) const {
  save_floats(out, mean_.data(), mean_.size());
  save_floats(out, square_.data(), square_.size());
  out.f64(mean_power_);
  out.f64(square_power_);
}

bool Adam::load(ByteReader& in) {
  if (!load_floats(in, mean_.data(), mean_.size())) return false;
  if (!load_floats(in, square_.data(), square_.size())) return false;
  for (const float square : square_) {
    if (square < 0) return false;
  }
  return load_power(in, mean_power_) && load_power(in, square_power_) && in.ok();
}

void save_floats(ByteWriter& out, const float* values, std::size_t count) {
  for (std::size_t i = 0; i < count; ++i) out.u32(bit_cast<std::uint32_t>(values[i]));
}

bool load_floats(ByteReader& in, float* values, std::size_t count) {
  for (std::size_t i = 0; i < count; ++i) {
    values[i] = bit_cast<float>(in.u32());
    if (!std::isfinite(values[i])) return false;
  }
  return in.ok();
}

}  // namespace tagtrail
