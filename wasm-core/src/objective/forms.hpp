// Objective `forms`: a target is a page with a form that searches something and that no page before
// had (Barbosa and Freire, "An adaptive crawler for locating hidden-Web entry points", WWW 2007).
// Which forms search is a rule of thumb here, no trained classifier.
#pragma once

#include "tagtrail/objective.hpp"

namespace tagtrail {

/// Whether a form asks for words or choices and sends them to be looked up: at least a text box or
/// a select that offers something, no password and no file, and by GET or with the word "search".
bool is_searchable(const Form& form);

extern const ObjectiveInfo kForms;

}  // namespace tagtrail
