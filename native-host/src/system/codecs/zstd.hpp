// zstd frames with a checksum, for records and snapshots in the database.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "tagtrail/bytes.hpp"
#include "tagtrail/error.hpp"

namespace tagtrail::host {

/// Errors: internal (out of memory).
Expected<Bytes> compress(std::span<const std::uint8_t> bytes);

/// Errors: invalid_data (cut, damaged, not a frame), too_large (over 1 GiB unpacked, which is more
/// than SQLite would have stored).
Expected<Bytes> decompress(std::string_view frame);

}  // namespace tagtrail::host
