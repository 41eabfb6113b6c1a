#include "system/private_modes.hpp"

#include <fmt/format.h>
#include <sys/stat.h>

#include <cerrno>
#include <system_error>

namespace tagtrail::host {

Expected<void> make_private_folders(const std::filesystem::path& folder) {
  std::error_code ignored;
  if (folder.empty() || std::filesystem::is_directory(folder, ignored)) return {};
  TRY(make_private_folders(folder.parent_path()));
  if (::mkdir(folder.c_str(), kPrivateFolder) == 0) return {};
  const int code = errno;
  // Another process was faster, or the path ends with a slash.
  if (code == EEXIST && std::filesystem::is_directory(folder, ignored)) return {};
  return fail(
      code == ENOSPC || code == EDQUOT ? ErrorCode::disk_full : ErrorCode::io,
      fmt::format("can't create {}: {}", folder.string(), std::generic_category().message(code)));
}

}  // namespace tagtrail::host
