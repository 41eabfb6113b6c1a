// Policy `ache`: links in queues by how many steps they are probably from a result, with a link
// classifier that learns from the paths that led to results (Barbosa and Freire, "An adaptive
// crawler for locating hidden-Web entry points", WWW 2007; docs/policies.md, "ache").
#pragma once

#include "tagtrail/policy.hpp"

namespace tagtrail {

extern const PolicyInfo kAche;

}  // namespace tagtrail
