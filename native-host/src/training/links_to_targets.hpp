// Which links of a finished job led to what it was looking for, and in how many steps.
#pragma once

#include <filesystem>
#include <vector>

#include "tagtrail/error.hpp"
#include "tagtrail/training.hpp"

namespace tagtrail::host {

/// Adds the links that led to targets of the job, up to `levels` steps away (crawl_backwards).
/// Errors: not_found, invalid_data, io; invalid_argument (it has no targets).
Expected<void> add_links_to_targets(const std::filesystem::path& job, std::size_t levels,
                                    std::vector<LinkCase>& cases);

}  // namespace tagtrail::host
