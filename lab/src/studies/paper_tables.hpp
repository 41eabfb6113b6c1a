// The tables and the figure of the paper, in its layout and order, from the runs of `lab paper`.
#pragma once

#include <vector>

#include "studies/run_groups.hpp"
#include "studies/table.hpp"

namespace tagtrail::host {

/// Table 1; Table 2, both parts; Tables 3, 4, 5 and 6; Figure 5 as a table. A column a site (Table
/// 1: a row). What the paper gives for a site of that name stands beside it, marked "published".
std::vector<Table> paper_tables(const std::vector<SiteRuns>& sites);

}  // namespace tagtrail::host
