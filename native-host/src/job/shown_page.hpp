// The page of a job, or of a folder with jobs, brought up to date for somebody who wants to see it.
#pragma once

#include <filesystem>

#include "tagtrail/error.hpp"

namespace tagtrail::host {

struct ShownPage {
  std::filesystem::path file;  ///< absolute
  bool running = false;        ///< the job's owner writes it, and writes it again
  std::string trouble;         ///< why it is as it was before; empty: it is current
  std::size_t jobs = 0;        ///< that the page lists; 0: it is that of one job
};

/// Writes the page anew where the job is not running and has changed since, or that of the folder's
/// jobs, if it is no job itself; `program` is the one that was built with the pages' templates.
/// Errors: not_found (no job there), busy (it is running and has no page yet), those of
/// write_job_page() and write_jobs_page() where there is no older page to show.
Expected<ShownPage> page_to_show(const std::filesystem::path& dir,
                                 const std::filesystem::path& program);

}  // namespace tagtrail::host
