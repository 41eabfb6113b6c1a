// Baseline policy `focused`: the classical focused crawler of the paper (docs/policies.md).
// After a breadth-first start a logistic regression over depth, URL and anchor says how likely a
// link is a file, and the likeliest is taken next.
#pragma once

#include "tagtrail/policy.hpp"

namespace tagtrail {

extern const PolicyInfo kFocused;

}  // namespace tagtrail
