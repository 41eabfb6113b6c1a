// The tables of the studies, shaped after the paper's.
#pragma once

#include <array>
#include <string>
#include <vector>

#include "studies/run_groups.hpp"
#include "studies/table.hpp"

namespace tagtrail::host {

/// What policies are compared with unless told otherwise.
inline constexpr const char* kReferencePolicy = "sb-classifier";

/// Table 2: requests to 90 % of the targets. Table 3: volume. A row a site, a column a policy.
/// Where there are runs of `base`, the last rows say how the ratios to it are: their geometric
/// mean, the worst and its site, and at how many sites they are above 1.05.
Table requests_table(const std::vector<SiteRuns>& sites,
                     const std::string& base = kReferencePolicy);
Table volume_table(const std::vector<SiteRuns>& sites, const std::string& base = kReferencePolicy);
/// Table 4: both for each parameter varied; no rows when nothing was varied.
Table parameters_table(const std::vector<SiteRuns>& sites);
/// Table 5, a row a classifier; no rows when there is only the default one.
Table classifiers_table(const std::vector<SiteRuns>& sites);
/// Table 2, lower half: what early stopping saves and loses; no rows without.
Table stopping_table(const std::vector<SiteRuns>& sites);
/// Figure 5: one table a site and policy, means over seeds.
std::vector<Table> groups_tables(const std::vector<SiteRuns>& sites);
/// Speed: the engine's CPU time a request.
Table speed_table(const std::vector<SiteRuns>& sites);

/// Predictions of one classifier as shares of all URLs (%), mean over sites: [true][predicted].
struct ConfusionMatrix {
  std::string classifier;
  std::array<std::array<double, 2>, 3> percent{};
};
std::vector<ConfusionMatrix> confusion_matrices(const std::vector<SiteRuns>& sites);

}  // namespace tagtrail::host
