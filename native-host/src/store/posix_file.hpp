// The few POSIX calls that durable storage needs and <filesystem> lacks.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>

#include "system/descriptor.hpp"
#include "tagtrail/error.hpp"

namespace tagtrail::host {

/// `disk_full` or `io`, with the system's words: "<what>: No space left on device".
tl::unexpected<Error> system_failure(int system_error, std::string_view what);

/// open(2) with O_CLOEXEC and O_NOFOLLOW added; what it creates is its owner's alone.
Expected<Descriptor> open_file(const std::filesystem::path& file, int flags);

/// Writes all of `data`. `name` is for the error message.
Expected<void> write_all(int descriptor, std::string_view data, const std::filesystem::path& name);

/// Makes names created in, renamed in or removed from a directory survive a power failure.
Expected<void> sync_directory(const std::filesystem::path& directory);

/// Lower-case hex digest of a file's contents.
Expected<std::string> sha256_of_file(const std::filesystem::path& file);
/// Lower-case hex digest of bytes in memory.
std::string sha256_of(std::string_view bytes);

}  // namespace tagtrail::host
