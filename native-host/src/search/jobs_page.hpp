// The page of a folder that holds jobs: index.html in it, one file that loads nothing, lists its
// jobs and searches their tables (docs/search.md).
#pragma once

#include <cstddef>
#include <filesystem>
#include <vector>

#include "tagtrail/error.hpp"

namespace tagtrail::host {

/// The built page that is filled (report/src/jobs/jobs.html).
inline constexpr const char* kJobsTemplate = "jobs.html";

/// Jobs in a folder and its folders, up to four deep, in the order of their names; a job itself is
/// the only one. What is hidden, and what only a symbolic link leads to, is not looked into.
std::vector<std::filesystem::path> jobs_in(const std::filesystem::path& dir);

/// Whether index.html of that folder is such a page; also where there is none. Errors: io.
Expected<bool> is_jobs_page_ours(const std::filesystem::path& dir);

/// Writes index.html anew, whole or not at all; several processes may at once. A job that runs is
/// listed as it is now, one that can't be read with what is wrong with it; indexes are read as they
/// are. Returns how many jobs there are. Errors: not_found (no job there), invalid_argument
/// (index.html is not Tagtrail's, and was left as it is), missing_dependency (no template), io,
/// disk_full.
Expected<std::size_t> write_jobs_page(const std::filesystem::path& dir,
                                      const std::filesystem::path& program);

}  // namespace tagtrail::host
