// A file that appears under its name whole or not at all.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

#include "system/posix_file.hpp"
#include "system/private_modes.hpp"
#include "tagtrail/error.hpp"

namespace tagtrail::host {

/// Written under a hidden name beside the final one; removed unless published.
class AtomicFile {
 public:
  /// `mode`: kUsersFile, or kPrivateFile for a part of a job, which keeps the mode that its owner
  /// has given it since. Errors: io, also where the name is that of a folder or a device;
  /// disk_full.
  static Expected<AtomicFile> create(const std::filesystem::path& file, mode_t mode);
  AtomicFile(AtomicFile&&) noexcept = default;
  AtomicFile& operator=(AtomicFile&&) = delete;
  ~AtomicFile();

  Expected<void> write(std::string_view text);
  /// Syncs and renames, replacing what had the name. Errors: io, disk_full.
  Expected<void> publish();

 private:
  AtomicFile(Descriptor descriptor, std::filesystem::path file, std::filesystem::path temporary);
  Expected<void> flush();

  Descriptor descriptor_;  ///< open until published or moved from
  std::filesystem::path file_;
  std::filesystem::path temporary_;
  std::string buffer_;
};

}  // namespace tagtrail::host
