// A file read in pieces, so that its size never is a matter of memory.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <string_view>

#include "store/posix_file.hpp"
#include "tagtrail/error.hpp"

namespace tagtrail::host {

/// Calls `take` with the first `bytes` of a file, piece by piece; its error ends it and is
/// returned. Errors: io; invalid_data when the file is shorter.
Expected<void> each_piece(const std::filesystem::path& file, std::uint64_t bytes,
                          const std::function<Expected<void>(std::string_view)>& take);

/// The same of an opened one, from where it stands. `name` is for messages.
Expected<void> each_piece(const Descriptor& file, const std::filesystem::path& name,
                          std::uint64_t bytes,
                          const std::function<Expected<void>(std::string_view)>& take);

}  // namespace tagtrail::host
