// Objective `forms`: a target is a page with a form that searches something and that no page before
// had (Barbosa and Freire, "An adaptive crawler for locating hidden-Web entry points", WWW 2007).
// A model file says which forms are wanted, and which pages are on topic: forms of others do not
// count. Without one a rule of thumb says which forms search.
#pragma once

#include "tagtrail/objective.hpp"

namespace tagtrail {

extern const ObjectiveInfo kForms;

}  // namespace tagtrail
