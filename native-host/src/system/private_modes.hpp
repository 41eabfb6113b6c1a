// Who may read what Tagtrail writes for its user.
#pragma once

#include <sys/types.h>

#include <filesystem>

#include "tagtrail/error.hpp"

namespace tagtrail::host {

/// Of a job's files and folders, whatever the umask: they hold what a site showed to its user.
inline constexpr mode_t kPrivateFile = 0600;
inline constexpr mode_t kPrivateFolder = 0700;
/// Of files that the user has named to be written: his umask decides.
inline constexpr mode_t kUsersFile = 0666;

/// Makes the folder with kPrivateFolder if it is missing, and those that it is in. One that is
/// there keeps its mode. Errors: io, disk_full.
Expected<void> make_private_folders(const std::filesystem::path& folder);

}  // namespace tagtrail::host
