// Tables of studies that run one policy in several ways.
#pragma once

#include <vector>

#include "studies/run_groups.hpp"
#include "studies/table.hpp"

namespace tagtrail::host {

/// What each part of a policy is worth: a row a part left out, requests to 90 % of the targets
/// relative to the whole policy and to sb-classifier. One table a policy that was ablated.
std::vector<Table> ablation_tables(const std::vector<SiteRuns>& sites);
/// What several requests in flight cost: a row a site, requests to 90 % of the targets for each
/// number, relative to one after the other. One table a policy.
std::vector<Table> in_flight_tables(const std::vector<SiteRuns>& sites);

}  // namespace tagtrail::host
