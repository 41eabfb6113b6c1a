// The few POSIX calls that durable storage needs and <filesystem> lacks.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <string_view>

#include "system/descriptor.hpp"
#include "system/system_failure.hpp"
#include "tagtrail/error.hpp"

namespace tagtrail::host {

/// open(2) with O_CLOEXEC and O_NOFOLLOW added; what it creates is its owner's alone.
Expected<Descriptor> open_file(const std::filesystem::path& file, int flags);

/// Writes all of `data`. `name` is for the error message.
Expected<void> write_all(int descriptor, std::string_view data, const std::filesystem::path& name);

/// Makes names created in, renamed in or removed from a directory survive a power failure.
Expected<void> sync_directory(const std::filesystem::path& directory);

/// Gets a file piece by piece, so that its size never is a matter of memory; an error ends it.
using TakePiece = std::function<Expected<void>(std::string_view)>;

/// The first `bytes` of a file. Errors: io; invalid_data when the file is shorter.
Expected<void> each_piece(const std::filesystem::path& file, std::uint64_t bytes,
                          const TakePiece& take);
/// The same of an opened one, from where it stands. `name` is for messages.
Expected<void> each_piece(const Descriptor& file, const std::filesystem::path& name,
                          std::uint64_t bytes, const TakePiece& take);
/// All that is left of an opened one. Returns how much that was. Errors: io.
Expected<std::uint64_t> each_piece(const Descriptor& file, const std::filesystem::path& name,
                                   const TakePiece& take);

}  // namespace tagtrail::host
