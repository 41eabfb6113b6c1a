// A file that appears under its name whole or not at all.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

#include "system/posix_file.hpp"
#include "system/private_modes.hpp"
#include "tagtrail/error.hpp"

namespace tagtrail::host {

/// Written under another name beside the final one; removed unless it was put in place.
class AtomicFile {
 public:
  /// `mode`: kUsersFile, or kPrivateFile for a part of a job, which keeps the mode that its owner
  /// has given it since. Errors: io, also where the name is that of a folder or a device;
  /// disk_full.
  static Expected<AtomicFile> create(const std::filesystem::path& file, mode_t mode);
  /// Where others may write the same file at once, each under a name of its own. It replaces
  /// whatever has the name but a folder, and has `mode` whatever the umask. Errors: io, disk_full,
  /// which name `file`.
  static Expected<AtomicFile> create_among_others(const std::filesystem::path& file, mode_t mode);
  AtomicFile(AtomicFile&& other) noexcept;
  AtomicFile& operator=(AtomicFile&&) = delete;
  ~AtomicFile();

  Expected<void> write(std::string_view text);
  /// Where it is until then, with all that was written: for a library that writes the rest by name.
  /// Errors: io, disk_full.
  Expected<std::filesystem::path> hand_over();
  /// Syncs, closes and renames, replacing what had the name: a script can be run at once. Errors:
  /// io, disk_full.
  Expected<void> put_in_place();
  /// The same, and its name survives a power failure. Errors: as above.
  Expected<void> publish();

 private:
  AtomicFile(Descriptor descriptor, std::filesystem::path file, std::filesystem::path temporary,
             std::filesystem::path named);
  Expected<void> flush();

  Descriptor descriptor_;
  std::filesystem::path file_;
  std::filesystem::path temporary_;  ///< empty when put in place or moved from
  std::filesystem::path named_;      ///< by messages about writing
  std::string buffer_;
};

}  // namespace tagtrail::host
