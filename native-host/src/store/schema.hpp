// The tables of job.db (docs/job-folder.md describes them for readers).
#pragma once

#include <filesystem>

#include "store/sqlite.hpp"
#include "tagtrail/error.hpp"

namespace tagtrail::host {

/// Version of the tables, in PRAGMA user_version. A change that older programs can't read raises
/// it.
inline constexpr int kSchemaVersion = 10;
/// From which version on there are sums of rows.
inline constexpr int kSumsSince = 10;
/// PRAGMA application_id: "TagT".
inline constexpr int kApplicationId = 0x54616754;

/// Opens the database of a job, creating its tables when the file is new or empty. A file that is
/// something else is not touched. Errors: invalid_data (not a job database, or damaged),
/// wrong_version, disk_full, io.
Expected<sqlite::Database> open_job_database(const std::filesystem::path& file);

}  // namespace tagtrail::host
