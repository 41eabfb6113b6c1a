// Sitemaps and feeds as links of the pages that name them (Config::sitemaps).
#pragma once

#include <string_view>

#include "tagtrail/exchange.hpp"

namespace tagtrail {

/// Takes out the links that only LinkElement::link stands for; with `catalogues` not those of
/// catalogues, data sets and JSON.
void leave_out_sources(Page& page, bool catalogues);

/// Adds the places where a site may say what it has, robots.txt and sitemap.xml of the origin, as
/// links of its first page, with tag paths of their own: so the policy decides when they pay.
void add_usual_sources(Page& page, std::string_view page_url);

}  // namespace tagtrail
