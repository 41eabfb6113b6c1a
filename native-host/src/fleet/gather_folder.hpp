// The folder into which files of a fleet are gathered.
#pragma once

#include <atomic>
#include <cstdint>
#include <filesystem>
#include <string>

#include "store/folder_lock.hpp"
#include "tagtrail/error.hpp"

namespace tagtrail::host {

/// Locked until it is destroyed. Its own folder in it, `.gathering`, has what is under way, and
/// tells that the rest came from here.
class GatherFolder {
 public:
  /// Makes it where it is missing, and removes what a process left that was killed. Errors:
  /// invalid_argument (it has something else, or is a job), busy, io, disk_full.
  static Expected<GatherFolder> open(const std::filesystem::path& folder);

  /// Whether a file with these contents is there. Errors: io.
  Expected<bool> has(const std::string& path, std::uint64_t bytes, const std::string& sha256) const;
  /// A name for what is under way, which no other has.
  std::filesystem::path partial(std::uint64_t number) const;
  /// Gives it its name, in place of what has it. Errors: io, disk_full.
  Expected<void> place(const std::filesystem::path& partial, const std::string& path) const;

 private:
  GatherFolder(std::filesystem::path folder, FolderLock lock)
      : folder_(std::move(folder)), lock_(std::move(lock)) {}

  std::filesystem::path folder_;
  FolderLock lock_;
};

}  // namespace tagtrail::host
