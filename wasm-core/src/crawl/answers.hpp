// What an answer is by itself, whatever was asked for.
#pragma once

#include "tagtrail/exchange.hpp"
#include "tagtrail/http_status.hpp"
#include "tagtrail/mime.hpp"

namespace tagtrail {

/// Its links are where it leads, as it names no address: a choice of several (300), or a redirect
/// that says so to people alone.
inline bool shows_where(const Response& response) {
  return response.is_page && is_html(response.mime) && response.location.empty() &&
         !response.page.links.empty() && response.status >= 300 && response.status < 400;
}

/// One that leads elsewhere, named or not.
inline bool is_redirect(const Response& response) {
  return response.error == FetchError::none && response.status >= 300 && response.status < 400 &&
         response.status != 304 && !shows_where(response);
}

/// The site says that there is nothing any more.
inline bool is_away(const Response& response) {
  return response.error == FetchError::none && is_away(response.status);
}

/// Errors from which nothing can be learnt about the link: the answer was not the site's.
inline bool is_excluded(FetchError error) {
  return error == FetchError::robots || error == FetchError::refused_address ||
         error == FetchError::robots_unreachable || error == FetchError::rate_limited ||
         error == FetchError::out_of_scope || error == FetchError::unsupported ||
         error == FetchError::host_taken;
}

}  // namespace tagtrail
