// The WARC files of a job as files: which of their bytes count.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>

#include "store/sqlite.hpp"
#include "tagtrail/error.hpp"

namespace tagtrail::host {

inline constexpr std::string_view kWarcEnding = ".warc.gz";
/// Behind the name of a file that is being written.
inline constexpr std::string_view kOpenEnding = ".open";

/// Cuts the open file of that name to its first `bytes`, synced, and takes the ending off; without
/// any bytes it is removed. Errors: io; invalid_data when it is shorter.
Expected<void> close_archive_file(const std::filesystem::path& archive, const std::string& name,
                                  std::uint64_t bytes);

/// After a crash: cuts files that were being written back to what was committed, and closes them.
/// Only for the holder of the job's lock. Errors: those above.
Expected<void> close_archive_files(sqlite::Database& database,
                                   const std::filesystem::path& archive);

}  // namespace tagtrail::host
