#include "system/private_modes.hpp"

#include <sys/stat.h>

#include <cerrno>
#include <system_error>

#include "system/system_failure.hpp"

namespace tagtrail::host {

Expected<void> make_private_folders(const std::filesystem::path& folder) {
  std::error_code ignored;
  if (folder.empty() || std::filesystem::is_directory(folder, ignored)) return {};
  TRY(make_private_folders(folder.parent_path()));
  if (::mkdir(folder.c_str(), kPrivateFolder) == 0) return {};
  const int code = errno;
  // Another process was faster, or the path ends with a slash.
  if (code == EEXIST && std::filesystem::is_directory(folder, ignored)) return {};
  return system_failure(code, "can't create " + folder.string());
}

}  // namespace tagtrail::host
