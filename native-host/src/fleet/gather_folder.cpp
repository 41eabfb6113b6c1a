#include "fleet/gather_folder.hpp"

#include <fmt/format.h>
#include <sys/stat.h>

#include <cerrno>
#include <cstdio>
#include <system_error>

#include "store/job_folder.hpp"
#include "store/own_files.hpp"
#include "system/posix_file.hpp"
#include "system/private_modes.hpp"
#include "system/sha256.hpp"

namespace tagtrail::host {
namespace {

namespace fs = std::filesystem;

constexpr const char* kUnderWay = ".gathering";

/// The folders of workers have job folders of the same names: they must not be written into.
Expected<void> refuse_others(const fs::path& folder) {
  TRY(refuse_job_data(folder / folder::kManifest));
  std::error_code error;
  if (fs::is_directory(fs::symlink_status(folder / kUnderWay, error))) return {};
  const bool empty = fs::is_empty(folder, error);
  if (error) return system_failure(error.value(), folder.string());
  if (empty) return {};
  return fail(ErrorCode::invalid_argument,
              fmt::format("{} has something else in it: name an empty folder, or one into which "
                          "files were gathered",
                          folder.string()));
}

Expected<void> remove_leftovers(const fs::path& under_way) {
  std::error_code error;
  for (fs::directory_iterator at(under_way, error), end; !error && at != end; at.increment(error)) {
    if (at->path().filename() == folder::kLock) continue;
    fs::remove(at->path(), error);
    if (error) break;
  }
  if (error) return system_failure(error.value(), under_way.string());
  return {};
}

}  // namespace

Expected<GatherFolder> GatherFolder::open(const fs::path& folder) {
  TRY(make_private_folders(folder));
  TRY(refuse_others(folder));
  const fs::path under_way = folder / kUnderWay;
  TRY(make_private_folders(under_way));
  auto lock = TRY(FolderLock::acquire(under_way));
  TRY(remove_leftovers(under_way));
  return GatherFolder(folder, std::move(lock));
}

Expected<bool> GatherFolder::has(const std::string& path, std::uint64_t bytes,
                                 const std::string& sha256) const {
  const fs::path file = folder_ / path;
  struct stat facts {};
  const bool alike = ::lstat(file.c_str(), &facts) == 0 && S_ISREG(facts.st_mode) &&
                     static_cast<std::uint64_t>(facts.st_size) == bytes;
  if (!alike) return false;
  return TRY(sha256_of_file(file)) == sha256;
}

fs::path GatherFolder::partial(std::uint64_t number) const {
  return folder_ / kUnderWay / fmt::format("{}", number);
}

Expected<void> GatherFolder::place(const fs::path& partial, const std::string& path) const {
  const fs::path file = folder_ / path;
  TRY(make_private_folders(file.parent_path()));
  if (::rename(partial.c_str(), file.c_str()) != 0) return system_failure(errno, file.string());
  return sync_directory(file.parent_path());
}

}  // namespace tagtrail::host
