// Packs as gzip, for sitemaps that are made here.
#pragma once

#include <string>
#include <string_view>

namespace tagtrail::host {

/// `text` (under 4 GiB) as a gzip file without name or time: equal text, equal bytes.
std::string gzip(std::string_view text);

}  // namespace tagtrail::host
