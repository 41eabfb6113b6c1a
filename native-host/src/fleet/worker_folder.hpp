// The folder of a worker: its name in the fleet, and the job folders of its sites.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>

#include "fleet/queue.hpp"
#include "tagtrail/error.hpp"

namespace tagtrail::host {

/// The name of the worker that has this folder: the same each time it starts. Made up the first
/// time. Errors: invalid_data (the file `worker` there is something else), io, disk_full.
Expected<std::string> worker_name(const std::filesystem::path& dir);

/// The job folder of a site in `dir`. What is there from before is used only if nobody else had the
/// site since; otherwise it gets another name, for what it holds may be all there is of it. Errors:
/// io.
Expected<std::filesystem::path> folder_for(const std::filesystem::path& dir, const HeldSite& site,
                                           const std::string& worker);

/// Notes beside a job folder that the site is harvested there from now on, with this fence. Errors:
/// io, disk_full.
Expected<void> note_fence(const std::filesystem::path& job, std::int64_t fence);

/// Whether a job folder has all that was harvested before the site was taken with this fence. A
/// worker that the answer to a statement did not reach may have had the site last without knowing:
/// its folder is then of a time before, and a checkpoint, where there is one, is newer.
bool is_newest(const std::filesystem::path& job, std::int64_t fence);

/// Beside that folder: what its harvest knows of robots.txt before, and has read since
/// (fetch/robots_memory.hpp).
std::filesystem::path robots_file_of(const std::filesystem::path& job);

/// Beside it, too: the place of what its harvest and the worker say to each other about hosts
/// (fetch/claim_files.hpp).
std::filesystem::path claims_place_of(const std::filesystem::path& job);

}  // namespace tagtrail::host
