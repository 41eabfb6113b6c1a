// Means over runs and sites.
#pragma once

#include <optional>
#include <vector>

namespace tagtrail::host {

struct Sample {
  double mean = 0;
  double deviation = 0;  ///< of the sample (n - 1); 0 for a single value
};

/// Nothing for no values.
std::optional<Sample> sample_of(const std::vector<double>& values);
/// Nothing for no values, or one that is not above 0.
std::optional<double> geometric_mean(const std::vector<double>& values);

/// The value of a staircase at `x`: that of the last point at or before it, 0 before the first.
/// `xs` rises, `ys` is as long.
double step_value(const std::vector<double>& xs, const std::vector<double>& ys, double x);

}  // namespace tagtrail::host
