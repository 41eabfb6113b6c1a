#include "learn/gaussian_estimate.hpp"

#include <algorithm>
#include <cmath>

#include "tagtrail/math.hpp"

namespace tagtrail {
namespace {

constexpr double kLogRootTwoPi = 0.91893853320467274178;
constexpr double kFarOut = 8;  // beyond, a double is 0 or 1

}  // namespace

/// Marsaglia, "Evaluating the Normal Distribution" (2004): z + z^3/3 + z^5/(3*5) + ...
double normal_share(double z) {
  if (!(z > -kFarOut)) return 0;
  if (z > kFarOut) return 1;
  double sum = z;
  double term = z;
  double before = 0;
  for (double i = 3; sum != before; i += 2) {
    before = sum;
    term *= z * z / i;
    sum += term;
  }
  return 0.5 + sum * math::exp(-0.5 * z * z - kLogRootTwoPi);
}

void GaussianEstimate::add(double value) {
  smallest_ = count_ == 0 ? value : std::min(smallest_, value);
  largest_ = count_ == 0 ? value : std::max(largest_, value);
  ++count_;
  const double distance = value - mean_;
  mean_ += distance / count_;
  squares_ += distance * (value - mean_);
}

double GaussianEstimate::variance() const { return count_ < 2 ? 0 : squares_ / (count_ - 1.0); }

double GaussianEstimate::log_density(double value) const {
  const double v = variance();
  const double distance = value - mean_;
  return -distance * distance / (2 * v) - 0.5 * math::log(v) - kLogRootTwoPi;
}

double GaussianEstimate::count_up_to(double cut) const {
  if (count_ == 0 || cut < smallest_) return 0;
  if (cut >= largest_) return count_;
  return count_ * normal_share((cut - mean_) / std::sqrt(variance()));
}

void GaussianEstimate::save(ByteWriter& out) const {
  out.var(count_);
  for (const double value : {mean_, squares_, smallest_, largest_}) out.f64(value);
}

bool GaussianEstimate::load(ByteReader& in) {
  const std::uint64_t count = in.var();
  if (count > 0xFFFFFFFFU) return false;
  count_ = static_cast<std::uint32_t>(count);
  for (double* value : {&mean_, &squares_, &smallest_, &largest_}) {
    *value = in.f64();
    if (!std::isfinite(*value)) return false;
  }
  return in.ok() && squares_ >= 0 && smallest_ <= largest_;
}

}  // namespace tagtrail
