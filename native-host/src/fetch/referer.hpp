// What a request says of the page that links to its URL.
#pragma once

#include <string>
#include <string_view>

namespace tagtrail::host {

/// The value of Referer for `url`, linked to from `page` (canonical keys, or empty): the page
/// within its origin, its origin for another, nothing from https to http; what browsers do where no
/// page says otherwise (Referrer Policy, `strict-origin-when-cross-origin`; RFC 9110, 10.1.3).
std::string referer_for(std::string_view page, std::string_view url);

}  // namespace tagtrail::host
