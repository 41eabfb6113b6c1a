#include "learn/sgd_logistic.hpp"

#include <algorithm>
#include <numeric>

#include "tagtrail/math.hpp"

namespace tagtrail {
namespace {

constexpr double kAlpha = 1e-4;           // L2 penalty
constexpr double kOptimalInit = 1000.0;   // eta_t = 1 / (alpha * (1000 + t - 1))
constexpr double kInterceptDecay = 0.01;  // sparse inputs
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

std::vector<std::size_t> shuffled_order(std::size_t count) {
  std::vector<std::size_t> order(count);
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::uint32_t state = kShuffleSeed;
  for (std::size_t i = 0; i + 1 < count; ++i) {
    std::swap(order[i], order[i + xorshift(state) % (count - i)]);
  }
  return order;
}

/// Gradient of the logistic loss at margin y*p, with the same cut-offs as scikit-learn.
double loss_gradient(double p, double y) {
  const double z = p * y;
  if (z > 18.0) return math::exp(-z) * -y;
  if (z < -18.0) return -y;
  return -y / (math::exp(z) + 1.0);
}

}  // namespace

void SgdLogistic::partial_fit(const std::vector<LabelledExample>& batch) {
  for (const std::size_t i : shuffled_order(batch.size())) step(batch[i]);
}

void SgdLogistic::step(const LabelledExample& example) {
  const double eta = 1.0 / (kAlpha * (kOptimalInit + static_cast<double>(steps_)));
  ++steps_;
  const double update =
      -eta * loss_gradient(decision(example.features), example.positive ? 1.0 : -1.0);
  scale_ *= 1.0 - eta * kAlpha;
  if (scale_ < kSmallestScale) rescale();
  if (update == 0.0) return;
  for (const Feature& feature : example.features) {
    weights_[feature.index] += update * feature.value / scale_;
  }
  intercept_ += update * kInterceptDecay;
}

void SgdLogistic::rescale() {
  for (double& weight : weights_) weight *= scale_;
  scale_ = 1.0;
}

double SgdLogistic::decision(const SparseVector& features) const {
  double sum = 0.0;
  for (const Feature& feature : features) sum += weights_[feature.index] * feature.value;
  return sum * scale_ + intercept_;
}

double SgdLogistic::probability(const SparseVector& features) const {
  return 1.0 / (1.0 + math::exp(-decision(features)));
}

std::vector<double> SgdLogistic::weights() const {
  std::vector<double> real(weights_);
  for (double& weight : real) weight *= scale_;
  return real;
}

void SgdLogistic::save(ByteWriter& out) const {
  out.f64(scale_);
  out.f64(intercept_);
  out.var(steps_);
  for (const double weight : weights_) out.f64(weight);
}

bool SgdLogistic::load(ByteReader& in) {
  scale_ = in.f64();
  intercept_ = in.f64();
  steps_ = in.var();
  for (double& weight : weights_) weight = in.f64();
  return in.ok();
}

}  // namespace tagtrail
