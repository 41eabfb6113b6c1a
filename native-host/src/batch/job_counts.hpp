// How far a job is, read from its folder while another process works on it.
#pragma once

#include <cstdint>
#include <filesystem>

namespace tagtrail::host {

struct JobCounts {
  std::uint64_t files = 0;
  std::uint64_t bytes = 0;  ///< of these files
  /// Responses: URLs that robots.txt forbids are among them, so the harvest's own number is a
  /// little lower. Telling them apart would read the whole table each time.
  std::uint64_t requests = 0;
};

/// Zeros where there is no job yet, or its database can't be read now.
JobCounts counts_of_job(const std::filesystem::path& dir);

}  // namespace tagtrail::host
