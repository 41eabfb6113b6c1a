// Which links of a finished job led to what it was looking for, and in how many steps: a crawl
// backwards through the pages it has read.
#pragma once

#include <filesystem>
#include <vector>

#include "tagtrail/error.hpp"
#include "tagtrail/training.hpp"

namespace tagtrail::host {

/// Adds to `cases`: of each target of the job the links to it (distance 0), of the pages with such
/// a link the links to them (1), and so on up to `levels` - 1; of each page at most 10, in the
/// order of the job. A page that is near one target is not followed further back for another.
/// Errors: not_found, invalid_data, io; invalid_argument (it has no targets).
Expected<void> add_links_to_targets(const std::filesystem::path& job, std::size_t levels,
                                    std::vector<LinkCase>& cases);

}  // namespace tagtrail::host
