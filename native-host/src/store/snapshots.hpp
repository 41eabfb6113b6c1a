// Snapshots of the engine in the database: in parts of 1 MiB, each compressed by itself, so that
// none is too large to be written or read, and no second copy of the whole is ever in memory.
#pragma once

#include <cstdint>
#include <optional>

#include "store/sqlite.hpp"
#include "tagtrail/bytes.hpp"
#include "tagtrail/error.hpp"

namespace tagtrail::host {

/// The engine after so many responses and inputs.
struct Snapshot {
  std::uint64_t responses = 0;
  std::uint64_t inputs = 0;
  Bytes bytes;
};

/// The newest two are kept.
Expected<void> save_snapshot(sqlite::Database& database, const Snapshot& snapshot);
/// The newest whose checksum holds; nothing when there is none. Can be watched and ended by a
/// ReadWatch; then the error is disconnected.
Expected<std::optional<Snapshot>> latest_snapshot(sqlite::Database& database);

}  // namespace tagtrail::host
