// A copy of job.db as of one instant, while another process may write.
#pragma once

#include <filesystem>

#include "tagtrail/error.hpp"

namespace tagtrail::host {

/// Goes away with what SQLite makes beside it.
class DatabaseCopy {
 public:
  /// By SQLite's backup, which keeps pages where they are: what did not change is where it was.
  /// Errors: io, disk_full.
  static Expected<DatabaseCopy> make(const std::filesystem::path& from,
                                     const std::filesystem::path& to);
  DatabaseCopy(DatabaseCopy&& other) noexcept;
  DatabaseCopy& operator=(DatabaseCopy&&) = delete;
  ~DatabaseCopy();
  const std::filesystem::path& path() const { return file_; }

 private:
  explicit DatabaseCopy(std::filesystem::path file);
  std::filesystem::path file_;  ///< empty: moved from
};

}  // namespace tagtrail::host
