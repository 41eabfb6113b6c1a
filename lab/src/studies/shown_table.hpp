// What a person watching a crawl would have been shown of its completeness.
#pragma once

#include <string>
#include <vector>

#include "studies/run_groups.hpp"
#include "studies/table.hpp"

namespace tagtrail::host {

/// Each site under each of kShownRules, means over seeds; without rows where no run has figures.
Table shown_table(const std::vector<SiteRuns>& sites, const std::string& policy);

}  // namespace tagtrail::host
