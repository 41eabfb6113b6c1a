// A copy of a file whose contents are known by their digest.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>

#include "tagtrail/error.hpp"

namespace tagtrail::host {

/// Writes the contents of `from` to `to`, whole or not at all; makes the folders of `to`. Errors:
/// invalid_data (`from` has other contents), too_large (it has more than `most` bytes), io,
/// disk_full.
Expected<void> copy_verified(const std::filesystem::path& from, const std::string& sha256,
                             const std::filesystem::path& to, std::uint64_t most);

}  // namespace tagtrail::host
