// Which folder a job goes to.
#pragma once

#include <filesystem>

#include "job/job_settings.hpp"

namespace tagtrail::host {

/// Whether a job of these settings can begin or go on in `dir`, as far as can be seen without
/// owning it: no job is there, or one with the same seed URL and the same named settings.
bool could_go_on_in(const std::filesystem::path& dir, const Config& config,
                    const NamedSettings& named);

/// `dir` for 1, `dir-2`, `dir-3`, ...
std::filesystem::path numbered(const std::filesystem::path& dir, unsigned number);

}  // namespace tagtrail::host
