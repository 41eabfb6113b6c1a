// Baseline policy `dfs`: depth first, the link found last is followed first.
#pragma once

#include "tagtrail/policy.hpp"

namespace tagtrail {

extern const PolicyInfo kDfs;

}  // namespace tagtrail
