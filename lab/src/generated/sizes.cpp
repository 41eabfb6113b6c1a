#include "generated/sizes.hpp"

#include <algorithm>
#include <cmath>

#include "tagtrail/math.hpp"

namespace tagtrail::host::generated {
namespace {

constexpr std::uint64_t kMaxSlices = 65'536;
constexpr double kReach = 6.5;  ///< standard deviations of the normal that are walked
constexpr int kSteps = 26'000;

/// The normal distribution's value in the middle of each of `count` equal slices.
std::vector<double> normal_slices(std::uint64_t count) {
  constexpr double step = 2 * kReach / kSteps;
  std::vector<double> middles;
  double below = 0;
  for (int i = 0; i < kSteps && middles.size() < count; ++i) {
    const double z = -kReach + (i + 0.5) * step;
    const double density = math::exp(-z * z / 2) / 2.5066282746310002;
    below += density * step;
    while (middles.size() < count &&
           (static_cast<double>(middles.size()) + 0.5) / static_cast<double>(count) <= below) {
      middles.push_back(z);
    }
  }
  middles.resize(count, kReach);
  return middles;
}

struct Sums {
  double mean = 0;
  double variation = 0;  ///< standard deviation over mean
};

Sums sums_of(const std::vector<double>& values, const std::vector<double>& weights) {
  double total = 0;
  double sum = 0;
  double squares = 0;
  for (std::size_t i = 0; i < values.size(); ++i) {
    total += weights[i];
    sum += weights[i] * values[i];
    squares += weights[i] * values[i] * values[i];
  }
  const double mean = sum / total;
  return {mean, std::sqrt(std::max(0.0, squares / total - mean * mean)) / mean};
}

std::vector<double> spread_by(const std::vector<double>& normal, double sigma) {
  std::vector<double> values;
  values.reserve(normal.size());
  for (const double z : normal) values.push_back(math::exp(sigma * z));
  return values;
}

}  // namespace

Sizes::Sizes(std::uint64_t count, double mean_bytes, double deviation_bytes, std::uint64_t seed)
    : count_(std::max<std::uint64_t>(count, 1)), order_(count_, seed) {
  const std::uint64_t slices = std::min(count_, kMaxSlices);
  const auto normal = normal_slices(slices);
  const Deal deal{count_, slices};
  std::vector<double> weights;
  for (std::uint64_t i = 0; i < slices; ++i) {
    weights.push_back(static_cast<double>(deal.first_child(i + 1) - deal.first_child(i)));
  }
  double low = 0;
  double high = 12;
  for (int step = 0; step < 40; ++step) {
    const double sigma = (low + high) / 2;
    const bool narrow =
        sums_of(spread_by(normal, sigma), weights).variation < deviation_bytes / mean_bytes;
    (narrow ? low : high) = sigma;
  }
  slices_ = spread_by(normal, (low + high) / 2);
  const double scale = mean_bytes / sums_of(slices_, weights).mean;
  for (double& size : slices_) size *= scale;
}

std::uint64_t Sizes::bytes(std::uint64_t file) const {
  const Deal deal{count_, slices_.size()};
  return static_cast<std::uint64_t>(slices_[deal.parent(order_(file))]) + 1;
}

}  // namespace tagtrail::host::generated
