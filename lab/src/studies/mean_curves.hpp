// Figure 4: the mean course of several runs, with its deviation.
#pragma once

#include <string>
#include <vector>

#include "studies/run_groups.hpp"

namespace tagtrail::host {

struct MeanSeries {
  std::string policy;
  std::vector<double> mean;
  std::vector<double> deviation;
};

struct MeanCurves {
  std::vector<double> x;  ///< rises
  std::vector<MeanSeries> series;
};

/// Targets against requests, of each policy compared. A run that has ended keeps its last value.
MeanCurves target_curves(const SiteRuns& site);
/// Bytes of targets against other bytes.
MeanCurves volume_curves(const SiteRuns& site);

}  // namespace tagtrail::host
