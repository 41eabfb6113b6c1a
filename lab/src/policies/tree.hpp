// Reference policy `tree`: greedy with full knowledge of the site. Of all pages it opens the one
// that brings most new targets for each page that must be read to get there. Beside `omniscient`
// it says what the site's links allow.
#pragma once

#include "tagtrail/policy.hpp"

namespace tagtrail {

extern const PolicyInfo kTree;

}  // namespace tagtrail
