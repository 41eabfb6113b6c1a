// What a page holds that leads to no request, and may lead to a file all the same. The same rules
// as in extension/src/content/left_on_page.ts, as far as a page can be told without a browser.
#pragma once

#include <gumbo.h>

#include <string_view>
#include <vector>

#include "tagtrail/left_out.hpp"

namespace tagtrail::host {

/// Of the document at `url`, a canonical key: links of other kinds than HTTP that hold files, files
/// that are written into the page, buttons that send a form by POST for a file, fields of which
/// handlers make addresses, and, if it runs scripts, routes of these behind `#`, links that promise
/// a file and lead to a script alone, controls that may show more. In linear time.
std::vector<LeftOnPage> left_on_page(const GumboNode* document, std::string_view url,
                                     bool runs_scripts);

}  // namespace tagtrail::host
