// Policy `trail`, the default: values each link from its URL, its words and its place with an
// online Bayesian model trained on what pages turned out to be worth, and fetches at once what it
// takes for a target (docs/policies.md).
#pragma once

#include "tagtrail/policy.hpp"

namespace tagtrail {

extern const PolicyInfo kTrail;

}  // namespace tagtrail
