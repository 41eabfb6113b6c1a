// The forms of a page, as a reader sees them.
#pragma once

#include <gumbo.h>

#include <string_view>
#include <vector>

#include "tagtrail/page_content.hpp"

namespace tagtrail::host {

/// All forms in document order, each with the controls inside it and those that name it in their
/// `form` attribute. Buttons are labelled by what stands on them. Limits as in page_content.hpp.
std::vector<Form> read_forms(const GumboNode* document, std::string_view page_url);

}  // namespace tagtrail::host
