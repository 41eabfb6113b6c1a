// One gzip member of a file, read to its end.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>

#include "system/posix_file.hpp"
#include "tagtrail/error.hpp"

namespace tagtrail::host {

/// Unpacks the member that takes exactly `length` bytes from `offset` on, and gives the first
/// `keep` bytes of what was in it. `name` is for messages. Errors: io; invalid_data when there is
/// no such member, or its checksum is not that of its contents.
Expected<std::string> read_member(const Descriptor& file, const std::filesystem::path& name,
                                  std::uint64_t offset, std::uint64_t length, std::size_t keep);

}  // namespace tagtrail::host
