// The tables of `lab acebot`: what ACEBot reads of a site's text, and at which cost, beside the
// figures of Faheem and Senellart, "Adaptive Web Crawling Through Structure-Based Link
// Classification".
#pragma once

#include <vector>

#include "studies/run_groups.hpp"
#include "studies/table.hpp"

namespace tagtrail::host {

/// Over all sites, by setting, beside what is published; by site; shares of the pairs after shares
/// of the full crawl's requests, by policy; what the patterns bring on a second visit. Of sites
/// with a full crawl (`bfs`) for new text, and those tables that have rows.
std::vector<Table> acebot_tables(const std::vector<SiteRuns>& sites);

}  // namespace tagtrail::host
