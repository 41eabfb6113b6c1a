// Reference policy `omniscient`: requests the targets and nothing else. A line no crawler can
// cross.
#pragma once

#include "tagtrail/policy.hpp"

namespace tagtrail {

extern const PolicyInfo kOmniscient;

}  // namespace tagtrail
