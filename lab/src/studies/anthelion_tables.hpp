// The tables of `lab anthelion`: which share of the pages fetched are results, beside what is
// published ("Focused crawling for structured data", CIKM 2014; docs/lab.md).
#pragma once

#include <vector>

#include "studies/run_groups.hpp"
#include "studies/table.hpp"

namespace tagtrail::host {

/// Means over the runs of all sites. Of runs with a budget of requests; none without anthelion's.
std::vector<Table> anthelion_tables(const std::vector<SiteRuns>& sites);

}  // namespace tagtrail::host
