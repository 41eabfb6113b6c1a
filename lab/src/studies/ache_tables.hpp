// The tables of `lab ache`: distinct search forms of a topic after as many requests, beside what is
// published ("An adaptive crawler for locating hidden-Web entry points", WWW 2007; docs/lab.md).
#pragma once

#include <vector>

#include "studies/run_groups.hpp"
#include "studies/table.hpp"

namespace tagtrail::host {

/// Of runs with a budget of requests; none where ache did not run in two modes.
std::vector<Table> ache_tables(const std::vector<SiteRuns>& sites);

}  // namespace tagtrail::host
