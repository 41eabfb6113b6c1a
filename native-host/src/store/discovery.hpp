// How a crawl came to a URL, in letters.
#pragma once

#include <string>
#include <string_view>

namespace tagtrail::host {

/// A letter a step from the seed URL: `L` a link of a page, `M` a link of a sitemap, feed or
/// robots.txt, `R` a redirect. `parent` is the path of the page with the link, `tag_path` that of
/// the link, empty when none led there. At most 50 letters; `+` stands for the ones before.
std::string discovery_path(std::string_view parent, std::string_view tag_path,
                           std::size_t redirects);

}  // namespace tagtrail::host
