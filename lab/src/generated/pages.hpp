// The pages of a generated site, as HTML.
#pragma once

#include <optional>
#include <string>

#include "generated/site.hpp"

namespace tagtrail::host::generated {

/// The page of a node whose kind is a page; a list also in one of the traps' variants.
std::string page_html(const Site& site, const Node& node, std::optional<unsigned> variant = {});
/// One month of the calendar.
std::string month_html(const Site& site, unsigned month);
/// What 4xx and 5xx answers show.
std::string error_html(const Site& site);

}  // namespace tagtrail::host::generated
