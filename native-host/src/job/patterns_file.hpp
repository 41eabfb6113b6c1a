// patterns.txt of a job folder: the navigation patterns by which `acebot` crawled the site, for
// people to read and for the next visit to start with (docs/policies.md, "acebot").
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "tagtrail/config.hpp"
#include "tagtrail/error.hpp"
#include "tagtrail/report.hpp"

namespace tagtrail::host {

/// Writes <job>/patterns.txt atomically: one pattern a line, the most important first. Nothing is
/// written where there are no patterns: a list of an earlier visit stays. `groups`: those of the
/// policy (Engine::groups). Errors: io, disk_full.
Expected<void> write_patterns(const std::filesystem::path& job, const Config& config,
                              std::vector<GroupReport> groups);

/// The patterns of such a file, or of the one in a job folder, one a line without comments. Whether
/// they can be understood is the configuration's to check. Errors: invalid_argument, which says
/// what is wrong with the file.
Expected<std::string> read_patterns(const std::filesystem::path& file);

}  // namespace tagtrail::host
