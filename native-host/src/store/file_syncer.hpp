// Brings files to the disk, many at once: a disk takes many small files together in little more
// time than one.
#pragma once

#include <chrono>
#include <cstddef>
#include <filesystem>
#include <vector>

#include "system/descriptor.hpp"
#include "tagtrail/error.hpp"

namespace tagtrail::host {

/// Of one job. Not thread-safe; uses threads of its own while a call lasts.
class FileSyncer {
 public:
  /// All files are below `folder`. Without one, or where syncfs promises less than fsync, each file
  /// is synced by itself.
  explicit FileSyncer(const std::filesystem::path& folder);

  /// Whether so many files are best synced with all else that their file system has to write: not a
  /// few, and not where that was slow lately, because others write much to the same disk.
  bool prefers_all(std::size_t files) const;
  /// Everything that was written to the file system of the folder, by whomever. Errors: io,
  /// disk_full; they may be of anybody's file.
  Expected<void> sync_all();
  /// These files, closed before; one that is gone is no error. Errors: io, disk_full.
  Expected<void> sync_each(const std::vector<std::filesystem::path>& files);

 private:
  Descriptor folder_;  ///< none: sync_all() is not to be relied on
  std::chrono::steady_clock::time_point all_from_{};
};

}  // namespace tagtrail::host
