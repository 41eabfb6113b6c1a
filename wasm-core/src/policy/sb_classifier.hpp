// Policies `sb-classifier` and `sb-oracle`: the published state of the art (EDBT 2026), a sleeping
// bandit over clusters of tag paths with an online URL classifier, or with a replica's knowledge in
// the classifier's place. docs/policies.md says where they deviate from what was published.
#pragma once

#include "tagtrail/policy.hpp"

namespace tagtrail {

extern const PolicyInfo kSbClassifier;
extern const PolicyInfo kSbOracle;

}  // namespace tagtrail
