// The forms of a page as the engine may ask them. The counterpart of
// extension/src/content/query_forms.ts: both give the same of the same page.
#pragma once

#include <string_view>
#include <vector>

#include "html/page_reader.hpp"
#include "tagtrail/query_form.hpp"

namespace tagtrail::host {

/// All forms in document order that are sent to an http or https address, each with the controls
/// that belong to it: those inside, those between its tags, and those that name it in their `form`
/// attribute. A button that sends its form elsewhere, or by a method of its own, makes a form of
/// its own, behind the one that the other buttons send, if there are any. Left out are disabled
/// ones, by themselves or by a <fieldset>, those without a name that are no button, and `reset` and
/// `button`.
std::vector<QueryForm> read_query_forms(const ParsedPage& page, std::string_view page_url);

/// Of a job that asks no forms: takes them off the page, and counts those with a list to choose
/// from as left (LeftOutCause::forms_more). Boxes for words that every page has are no loss to who
/// wants no forms.
void leave_forms(Page& page);

}  // namespace tagtrail::host
