#include "studies/mean_curves.hpp"

#include <algorithm>
#include <cmath>

namespace tagtrail::host {
namespace {

using Column = std::vector<double> RunRecord::Curve::*;

constexpr std::size_t kPoints = 240;

/// From 0 to the largest x of any run, rounded to whole numbers, each once.
std::vector<double> grid(const SiteRuns& site, Column xs) {
  double most = 0;
  for (const auto& [policy, runs] : site.compared) {
    for (const RunRecord* run : runs) most = std::max(most, (run->curve.*xs).back());
  }
  std::vector<double> x;
  for (std::size_t i = 0; i <= kPoints; ++i) {
    const double at = std::round(most * static_cast<double>(i) / static_cast<double>(kPoints));
    if (x.empty() || at > x.back()) x.push_back(at);
  }
  return x;
}

MeanCurves mean_curves(const SiteRuns& site, Column xs, Column ys) {
  MeanCurves curves;
  curves.x = grid(site, xs);
  for (const auto& [policy, runs] : site.compared) {
    MeanSeries series;
    series.policy = policy;
    for (const double x : curves.x) {
      const auto sample = over(runs, [&](const RunRecord& run) -> std::optional<double> {
        return step_value(run.curve.*xs, run.curve.*ys, x);
      });
      series.mean.push_back(sample ? sample->mean : 0);
      series.deviation.push_back(sample ? sample->deviation : 0);
    }
    curves.series.push_back(std::move(series));
  }
  return curves;
}

}  // namespace

MeanCurves target_curves(const SiteRuns& site) {
  return mean_curves(site, &RunRecord::Curve::requests, &RunRecord::Curve::targets);
}

MeanCurves volume_curves(const SiteRuns& site) {
  return mean_curves(site, &RunRecord::Curve::other_bytes, &RunRecord::Curve::target_bytes);
}

}  // namespace tagtrail::host
