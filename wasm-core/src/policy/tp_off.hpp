// Baseline policy `tp-off`, the paper's adaptation of ACEBot: breadth first for a learning phase in
// which every group of similar tag paths gets a mean benefit (wanted links on its pages), then by
// those means, which are learnt no further (docs/policies.md).
#pragma once

#include "tagtrail/policy.hpp"

namespace tagtrail {

extern const PolicyInfo kTpOff;

}  // namespace tagtrail
