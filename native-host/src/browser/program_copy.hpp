// The program that installed hosts run: it must be there when a checkout has been moved or removed.
#pragma once

#include <filesystem>

#include "tagtrail/error.hpp"

namespace tagtrail::host {

/// Whether the program belongs to the system (/usr, /opt), which keeps it where it is.
bool is_system_program(const std::filesystem::path& program);

/// Whether both files have the same bytes; false when one can't be read.
bool has_same_bytes(const std::filesystem::path& one, const std::filesystem::path& other);

/// Replaces `copy` in one step; a host that runs from it goes on. Missing folders are made with
/// mode 0700. Errors: io, disk_full.
Expected<void> copy_program(const std::filesystem::path& program,
                            const std::filesystem::path& copy);

}  // namespace tagtrail::host
