#include "studies/statistics.hpp"

#include <algorithm>
#include <cmath>

namespace tagtrail::host {

std::optional<Sample> sample_of(const std::vector<double>& values) {
  if (values.empty()) return std::nullopt;
  const double count = static_cast<double>(values.size());
  double sum = 0;
  for (const double value : values) sum += value;
  Sample sample;
  sample.mean = sum / count;
  double squares = 0;
  for (const double value : values) squares += (value - sample.mean) * (value - sample.mean);
  if (values.size() > 1) sample.deviation = std::sqrt(squares / (count - 1));
  return sample;
}

std::optional<double> geometric_mean(const std::vector<double>& values) {
  if (values.empty()) return std::nullopt;
  double logs = 0;
  for (const double value : values) {
    if (!(value > 0)) return std::nullopt;
    logs += std::log(value);
  }
  return std::exp(logs / static_cast<double>(values.size()));
}

double step_value(const std::vector<double>& xs, const std::vector<double>& ys, double x) {
  const auto after = std::upper_bound(xs.begin(), xs.end(), x);
  if (after == xs.begin()) return 0;
  return ys[static_cast<std::size_t>(after - xs.begin()) - 1];
}

}  // namespace tagtrail::host
