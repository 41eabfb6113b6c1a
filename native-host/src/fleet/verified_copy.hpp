// A copy of a file whose contents are known by their digest.
#pragma once

#include <filesystem>
#include <string>

#include "tagtrail/error.hpp"

namespace tagtrail::host {

/// Writes the contents of `from` to `to`, whole or not at all; makes the folders of `to`. Errors:
/// invalid_data (`from` has other contents), io, disk_full.
Expected<void> copy_verified(const std::filesystem::path& from, const std::string& sha256,
                             const std::filesystem::path& to);

}  // namespace tagtrail::host
