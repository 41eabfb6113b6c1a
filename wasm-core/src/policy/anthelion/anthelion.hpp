// Policy `anthelion` (Meusel, Mika, Blanco: "Focused crawling for structured data", CIKM 2014): a
// bandit chooses the host, a classifier that learns during the crawl the link (docs/policies.md).
#pragma once

#include "tagtrail/policy.hpp"

namespace tagtrail {

extern const PolicyInfo kAnthelion;

}  // namespace tagtrail
