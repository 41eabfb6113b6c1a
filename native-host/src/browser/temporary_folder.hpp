// A private folder that goes away with its owner, even when the owner was killed.
#pragma once

#include <filesystem>
#include <string_view>

#include "system/descriptor.hpp"
#include "tagtrail/error.hpp"

namespace tagtrail::host {

/// Removed with all it holds when destroyed. A process that is killed leaves its folder behind; the
/// next one that creates a folder of the same purpose removes it (a lock tells which are in use).
class TemporaryFolder {
 public:
  /// Creates <place>/tagtrail-<purpose>-XXXXXX with mode 0700. Errors: io, disk_full.
  static Expected<TemporaryFolder> create(const std::filesystem::path& place,
                                          std::string_view purpose);
  /// Those of this purpose whose owners were killed.
  static void remove_abandoned(const std::filesystem::path& place, std::string_view purpose);
  TemporaryFolder(TemporaryFolder&& other) noexcept = default;
  TemporaryFolder& operator=(TemporaryFolder&& other) noexcept;
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;
  ~TemporaryFolder() { remove(); }

  const std::filesystem::path& path() const { return path_; }

 private:
  TemporaryFolder(std::filesystem::path path, Descriptor lock)
      : path_(std::move(path)), lock_(std::move(lock)) {}
  void remove() noexcept;

  std::filesystem::path path_;
  Descriptor lock_;
};

/// $TMPDIR, else /tmp.
std::filesystem::path temporary_place();

}  // namespace tagtrail::host
