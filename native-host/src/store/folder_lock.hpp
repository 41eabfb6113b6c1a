// One process a job: an exclusive lock on <job>/.lock, released by the system whatever happens.
#pragma once

#include <filesystem>

#include "system/posix_file.hpp"
#include "tagtrail/error.hpp"

namespace tagtrail::host {

/// Held until destroyed. The file stays: removing it would let two processes lock two files.
class FolderLock {
 public:
  /// Errors: busy (naming the process that holds it), io, disk_full.
  static Expected<FolderLock> acquire(const std::filesystem::path& dir);
  /// For a reader that nobody may write beside, with other readers. Where there is no file to lock,
  /// nobody holds it. Errors: busy, io.
  static Expected<FolderLock> share(const std::filesystem::path& dir);

 private:
  explicit FolderLock(Descriptor file) : file_(std::move(file)) {}
  Descriptor file_;
};

}  // namespace tagtrail::host
