// Baseline policy `bfs`: breadth first, links in the order they were found.
#pragma once

#include "tagtrail/policy.hpp"

namespace tagtrail {

extern const PolicyInfo kBfs;

}  // namespace tagtrail
