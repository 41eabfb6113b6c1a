// Stop advice against what was true in the end.
#pragma once

#include <vector>

#include "studies/run_groups.hpp"
#include "studies/table.hpp"

namespace tagtrail::host {

/// For each policy: what share was there when a crawl was told so much; then what `--stop-at` would
/// have found and saved at each site; then what people would have been shown. Of runs that nothing
/// has stopped; each site counts alike. No tables without advice.
std::vector<Table> calibration_tables(const std::vector<SiteRuns>& sites);

}  // namespace tagtrail::host
