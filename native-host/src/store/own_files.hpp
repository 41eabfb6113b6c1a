// What of a job's folder only the job itself writes.
#pragma once

#include <filesystem>

#include "tagtrail/error.hpp"

namespace tagtrail::host {

/// For a file that the user names to be written: refuses the database, files, archive, manifest,
/// log and lock of a job, behind whatever links. Jobs are the folders that have a database, and
/// `job`, which may not be there yet. Errors: invalid_argument, naming the job's folder.
Expected<void> refuse_job_data(const std::filesystem::path& target,
                               const std::filesystem::path& job = {});

/// Whether that is the manifest of the job in `job`, behind whatever links.
bool is_manifest_of(const std::filesystem::path& target, const std::filesystem::path& job);

}  // namespace tagtrail::host
