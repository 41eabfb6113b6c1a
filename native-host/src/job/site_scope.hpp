// Keeps a crawl within the site that was meant where its host is a public suffix.
#pragma once

#include <string>

#include "tagtrail/config.hpp"

namespace tagtrail::host {

/// `site` from `https://www.gov.uk/` would be all sites below `gov.uk`: the scope becomes the host,
/// with and without `www.`. `stored`: the configuration recorded in the job, empty when it has
/// none; one that was begun with `site` keeps it. Returns what people are to be told, empty when
/// nothing was changed.
std::string narrow_site_scope(Config& config, const std::string& stored);

}  // namespace tagtrail::host
