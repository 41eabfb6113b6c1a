#include "store/file_placer.hpp"

#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <system_error>

#include "store/posix_file.hpp"

namespace tagtrail::host {
namespace {

namespace fs = std::filesystem;

bool links_unsupported(int system_error) {
  return system_error == EPERM || system_error == EOPNOTSUPP || system_error == ENOSYS ||
         system_error == EMLINK || system_error == EACCES;
}

}  // namespace

bool FilePlacer::exists(const std::string& file) const {
  struct stat info {};
  return ::lstat((files_ / file).c_str(), &info) == 0;
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
  if (link_to_twin(placement)) {
    placement.step = Placement::Step::linked;
    return {};
  }
  if (use_links_) {
    if (::link(placement.temporary.c_str(), final_path.c_str()) == 0) {
      placement.step = Placement::Step::linked;
      return {};
    }
    if (!links_unsupported(errno)) return system_failure(errno, final_path.string());
  }
  if (exists(placement.file)) return system_failure(EEXIST, final_path.string());
  if (::rename(placement.temporary.c_str(), final_path.c_str()) != 0) {
    return system_failure(errno, final_path.string());
  }
  placement.step = Placement::Step::renamed;
  return {};
}

Expected<void> FilePlacer::sync() const { return sync_directory(files_); }

void FilePlacer::undo(Placement& placement) const {
  const fs::path final_path = files_ / placement.file;
  // Failing here leaves a file that the next open() removes, by the record of the intent.
  if (placement.step == Placement::Step::linked) ::unlink(final_path.c_str());
  if (placement.step == Placement::Step::renamed) {
    std::error_code ignored;
    fs::rename(final_path, placement.temporary, ignored);
  }
  placement.step = Placement::Step::none;
}

Expected<void> FilePlacer::remove_leftover(const std::string& file,
                                           const std::string& sha256) const {
  const fs::path path = files_ / file;
  struct stat info {};
  if (::lstat(path.c_str(), &info) != 0 || !S_ISREG(info.st_mode)) return {};
  const auto present = sha256_of_file(path);
  if (!present) return tl::unexpected<Error>(present.error());
  if (*present == sha256 && ::unlink(path.c_str()) != 0) {
    return system_failure(errno, path.string());
  }
  return {};
}

}  // namespace tagtrail::host
