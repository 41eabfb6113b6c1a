#include "store/file_placer.hpp"

#include <fcntl.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <system_error>

#include "system/posix_file.hpp"
#include "system/private_modes.hpp"
#include "system/sha256.hpp"

namespace tagtrail::host {
namespace {

namespace fs = std::filesystem;

}  // namespace

bool FilePlacer::exists(const std::string& file) const {
  struct stat info {};
  return ::lstat((files_ / file).c_str(), &info) == 0;
}

bool FilePlacer::is_folder(const std::string& file) const {
  struct stat info {};
  return ::lstat((files_ / file).c_str(), &info) == 0 && S_ISDIR(info.st_mode);
}

/// A link in the place of a folder would lead elsewhere, and is refused.
Expected<void> FilePlacer::make_folders(const std::string& file) {
  changed_.insert((files_ / file).parent_path());
  for (std::size_t at = file.find('/'); at != std::string::npos; at = file.find('/', at + 1)) {
    const std::string folder = file.substr(0, at);
    if (is_folder(folder)) continue;
    const fs::path path = files_ / folder;
    if (::mkdir(path.c_str(), kPrivateFolder) != 0) return system_failure(errno, path.string());
    changed_.insert(path.parent_path());
  }
  return {};
}

bool FilePlacer::link_to_twin(const Placement& placement) const {
  if (!use_links_ || placement.twin.empty()) return false;
  const fs::path twin = files_ / placement.twin;
  // The user may have removed, replaced or shortened the file since.
  struct stat info {};
  const bool intact = ::lstat(twin.c_str(), &info) == 0 && S_ISREG(info.st_mode) &&
                      static_cast<std::uint64_t>(info.st_size) == placement.bytes;
  return intact && ::link(twin.c_str(), (files_ / placement.file).c_str()) == 0;
}

Expected<void> FilePlacer::place(Placement& placement) {
  const fs::path final_path = files_ / placement.file;
  TRY(make_folders(placement.file));
  if (link_to_twin(placement)) {
    placement.step = Placement::Step::linked;
    return {};
  }
  if (placement.keeps_temporary && use_links_ &&
      ::link(placement.temporary.c_str(), final_path.c_str()) == 0) {
    placement.step = Placement::Step::linked;
    return {};
  }
  TRY(rename_to(placement.temporary, final_path));
  placement.step = Placement::Step::renamed;
  return {};
}

/// Never replaces anything.
Expected<void> FilePlacer::rename_to(const fs::path& from, const fs::path& to) const {
  if (use_links_) {
    const int done = ::renameat2(AT_FDCWD, from.c_str(), AT_FDCWD, to.c_str(), RENAME_NOREPLACE);
    if (done == 0) return {};
    // What a file system says that has no such flag.
    if (errno != EINVAL && errno != ENOSYS) return system_failure(errno, to.string());
  }
  // The folder is ours, and locked: nobody else gives names there.
  struct stat info {};
  if (::lstat(to.c_str(), &info) == 0) return system_failure(EEXIST, to.string());
  if (::rename(from.c_str(), to.c_str()) != 0) return system_failure(errno, to.string());
  return {};
}

Expected<void> FilePlacer::sync() {
  for (const fs::path& folder : changed_) {
    TRY(sync_directory(folder));
  }
  changed_.clear();
  return {};
}

void FilePlacer::undo(Placement& placement) const {
  const fs::path final_path = files_ / placement.file;
  // Failing here leaves a file that the next open() removes, by the record of the intent.
  if (placement.step == Placement::Step::linked) ::unlink(final_path.c_str());
  if (placement.step == Placement::Step::renamed) {
    (void)rename_to(final_path, placement.temporary);
  }
  placement.step = Placement::Step::none;
}

Expected<void> FilePlacer::remove_leftover(const std::string& file,
                                           const std::string& sha256) const {
  const fs::path path = files_ / file;
  struct stat info {};
  if (::lstat(path.c_str(), &info) != 0 || !S_ISREG(info.st_mode)) return {};
  const auto present = TRY(sha256_of_file(path));
  if (present == sha256 && ::unlink(path.c_str()) != 0) {
    return system_failure(errno, path.string());
  }
  return {};
}

}  // namespace tagtrail::host
