// Baseline policy `random`: every link of the frontier is equally likely.
#pragma once

#include "tagtrail/policy.hpp"

namespace tagtrail {

extern const PolicyInfo kRandom;

}  // namespace tagtrail
