// Looking into the folder of a job that this or another process may own: nothing is locked or
// changed, and what is seen is what was committed.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "store/sqlite.hpp"
#include "store/targets.hpp"

namespace tagtrail::host {

/// The database, after a look at what it is. Errors: not_found (no job there), invalid_data, io.
Expected<sqlite::Database> open_to_read(const std::filesystem::path& dir);

struct TargetPage {
  std::uint64_t total = 0;
  std::vector<TargetRow> rows;  ///< newest first
};

/// At most `limit` targets, without the `offset` newest. Errors: not_found (no job there),
/// invalid_data, io.
Expected<TargetPage> read_targets(const std::filesystem::path& dir, std::uint64_t offset,
                                  std::uint64_t limit);

struct JobGlance {
  std::uint64_t responses = 0;
  std::string config;  ///< as the engine's configuration was stored; empty when it was not
};

/// Errors as above.
Expected<JobGlance> glance_at_job(const std::filesystem::path& dir);

/// How far a job is.
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
