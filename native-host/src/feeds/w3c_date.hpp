// Dates of sitemaps (W3C "Date and Time Formats", a profile of ISO 8601).
#pragma once

#include <string_view>

#include "tagtrail/link.hpp"

namespace tagtrail::host {

/// `2026`, `2026-11`, `2026-11-25`, `2026-11-25T18:00Z`, with seconds and fractions of them, zone
/// `Z` or `+01:00`: all the time that it may mean. A date, and a time without its zone (which
/// sitemaps have, the specification not), may be of any zone. Not told: it is no such date, or one
/// before 1970 or after 2100.
TimeSpan read_w3c_date(std::string_view text);

}  // namespace tagtrail::host
