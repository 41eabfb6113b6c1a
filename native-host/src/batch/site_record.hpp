// batch.jsonl: what became of each site of a batch, a JSON object a line.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "store/ending.hpp"
#include "tagtrail/error.hpp"

namespace tagtrail::host {

/// Reasons of sites that have not ended.
inline constexpr const char* kWaiting = "waiting";
inline constexpr const char* kRunning = "running";

struct SiteRecord {
  std::string url;                   ///< canonical
  std::string folder;                ///< below the folder of the batch: one safe path component
  std::vector<std::string> options;  ///< of harvest, as they were given to it
  std::optional<int> exit;           ///< of the newest harvest; nothing before it has ended
  std::uint64_t files = 0;
  std::uint64_t requests = 0;
  double seconds = 0;
  std::optional<Ending::How> how;  ///< how complete it is; nothing where that is not known
  std::string reason;              ///< why it ended, in words; or that it waits or runs
};

/// Whether an exit code means that a site is through: done, or stopped by a limit.
bool is_through(int exit);

/// Whether a site is to be harvested (again) with these options: a limit that was raised makes one
/// go on that was stopped by it.
bool needs_run(const SiteRecord& record, const std::vector<std::string>& options);

/// One line without its end.
std::string to_line(const SiteRecord& record);
/// Errors: invalid_data (a field is missing, of another type or out of bounds; a folder that is not
/// one safe component).
Expected<SiteRecord> from_line(std::string_view line);

/// <dir>/batch.jsonl; none when there is no such file. Errors: invalid_data and too_large, naming
/// file and line, io.
Expected<std::vector<SiteRecord>> read_records(const std::filesystem::path& dir);
/// Replaces the file in one step. Errors: io, disk_full.
Expected<void> write_records(const std::filesystem::path& dir,
                             const std::vector<SiteRecord>& records);

}  // namespace tagtrail::host
