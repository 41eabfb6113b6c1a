// What an objective needs to know of a page besides its links.
#pragma once

#include <gumbo.h>

#include <string_view>

#include "html/page_reader.hpp"
#include "tagtrail/page_content.hpp"

namespace tagtrail::host {

/// Reads what is needed, and nothing else. Limits as in page_content.hpp and statements.hpp.
PageContent read_content(const GumboNode* document, std::string_view page_url,
                         const ContentNeeds& needs);

/// As read_page(), with Page::content and Page::forms: the page is parsed once for both.
Page read_page_with_content(std::string_view html, const ReadOptions& options,
                            const ContentNeeds& needs);

}  // namespace tagtrail::host
