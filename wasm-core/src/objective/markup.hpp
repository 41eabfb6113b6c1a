// Objective `markup`: a target is a page with statements for machines (Meusel, Mika and Blanco,
// "Focused crawling for structured data", CIKM 2014, section 5.1).
#pragma once

#include "tagtrail/objective.hpp"

namespace tagtrail {

extern const ObjectiveInfo kMarkup;

}  // namespace tagtrail
