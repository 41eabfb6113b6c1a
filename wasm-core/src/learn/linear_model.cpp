#include "learn/linear_model.hpp"

#include <numeric>
#include <utility>

namespace tagtrail {
namespace {

constexpr double kSmallestScale = 1e-9;
// What random_state=42 makes the seed of every shuffle: the second draw of NumPy's generator seeded
// with 42, below 2^31 - 1 (the first seeds the data set, which does not use it here).
constexpr std::uint32_t kShuffleSeed = 1273642419U;

/// The xorshift generator that scikit-learn shuffles examples with (Marsaglia 2003, 13/17/5).
std::uint32_t xorshift(std::uint32_t& state) {
  state ^= state << 13U;
  state ^= state >> 17U;
  state ^= state << 5U;
  return state % 0x80000000U;
}

}  // namespace

std::vector<std::size_t> batch_order(std::size_t count) {
  std::vector<std::size_t> order(count);
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::uint32_t state = kShuffleSeed;
  for (std::size_t i = 0; i + 1 < count; ++i) {
    std::swap(order[i], order[i + xorshift(state) % (count - i)]);
  }
  return order;
}

double LinearModel::decision(const SparseVector& features) const {
  double sum = 0.0;
  for (const Feature& feature : features) sum += weights_[feature.index] * feature.value;
  return sum * scale_ + intercept_;
}

void LinearModel::shrink(double factor) {
  scale_ *= factor;
  if (scale_ < kSmallestScale) fold_in_scale();
}

void LinearModel::add(const SparseVector& features, double step) {
  if (step == 0.0) return;
  for (const Feature& feature : features) {
    weights_[feature.index] += step * feature.value / scale_;
  }
  intercept_ += step * intercept_decay_;
}

void LinearModel::fold_in_scale() {
  for (double& weight : weights_) weight *= scale_;
  scale_ = 1.0;
}

std::vector<double> LinearModel::weights() const {
  std::vector<double> real(weights_);
  for (double& weight : real) weight *= scale_;
  return real;
}

void LinearModel::save(ByteWriter& out) const {
  out.f64(scale_);
  out.f64(intercept_);
  for (const double weight : weights_) out.f64(weight);
}

bool LinearModel::load(ByteReader& in) {
  scale_ = in.f64();
  intercept_ = in.f64();
  for (double& weight : weights_) weight = in.f64();
  return in.ok();
}

}  // namespace tagtrail
