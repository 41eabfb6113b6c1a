// Snapshots of the engine in the database: in parts of 1 MiB, each compressed by itself, so that
// none is too large to be written or read, and no second copy of the whole is ever in memory.
#include <algorithm>
#include <limits>
#include <span>

#include "store/compression.hpp"
#include "store/posix_file.hpp"
#include "store/sqlite_job_store.hpp"
#include "tagtrail/read_watch.hpp"

namespace tagtrail::host {

using sqlite::Row;

namespace {

constexpr std::size_t kPartBytes = std::size_t{1} << 20U;
// So that the write-ahead log stays small.
constexpr std::uint64_t kPartsTogether = 16;
constexpr std::size_t kKept = 2;

/// A row of `snapshot` without its bytes.
struct Entry {
  std::uint64_t responses = 0;
  std::uint64_t inputs = 0;
  std::uint64_t series = 0;  ///< 0: of version 4 and before, whole
  std::uint64_t parts = 0;
  std::uint64_t size = 0;
};

Expected<Bytes> read_whole(sqlite::Database& database, std::uint64_t responses) {
  Expected<Bytes> bytes = fail(ErrorCode::not_found, "no such snapshot");
  TRY(database.each(
      "SELECT sha256, bytes FROM snapshot WHERE responses = ?",
      [&](const Row& row) -> Expected<void> {
        bytes = decompress(row.text(1));
        if (!bytes) return {};
        const std::string_view text(reinterpret_cast<const char*>(bytes->data()), bytes->size());
        if (sha256_of(text) != row.text(0)) bytes = fail(ErrorCode::invalid_data, "damaged");
        return {};
      },
      responses));
  return bytes;
}

}  // namespace

Expected<void> SqliteJobStore::save_snapshot(const Snapshot& snapshot) {
  std::uint64_t series = 0;
  TRY(
      database_.each("SELECT 1 + max((SELECT coalesce(max(series), 0) FROM snapshot_part),"
                     " (SELECT coalesce(max(series), 0) FROM snapshot))",
                     [&](const Row& row) -> Expected<void> {
                       series = static_cast<std::uint64_t>(row.integer(0));
                       return {};
                     }));
  const auto parts = write_parts(snapshot.bytes, series);
  if (!parts) {
    // Otherwise they would go with the next one that is saved.
    (void)database_.run("DELETE FROM snapshot_part WHERE series = ?", series);
    return tl::unexpected<Error>(parts.error());
  }
  auto transaction = TRY(sqlite::Transaction::begin(database_));
  auto saved = database_.run(
      "INSERT OR REPLACE INTO snapshot(responses, inputs, sha256, bytes, series, parts, size)"
      " VALUES(?, ?, '', x'', ?, ?, ?)",
      snapshot.responses, snapshot.inputs, series, *parts, snapshot.bytes.size());
  if (saved) {
    saved = database_.run(
        "DELETE FROM snapshot WHERE responses NOT IN"
        " (SELECT responses FROM snapshot ORDER BY responses DESC LIMIT ?)",
        kKept);
  }
  if (saved) {
    saved = database_.run(
        "DELETE FROM snapshot_part WHERE series NOT IN (SELECT series FROM snapshot)");
  }
  return saved ? transaction.commit() : saved;
}

/// Returns how many there are.
Expected<std::uint64_t> SqliteJobStore::write_parts(const Bytes& bytes, std::uint64_t series) {
  std::uint64_t part = 0;
  const std::span<const std::uint8_t> all(bytes);
  for (std::size_t at = 0; at < all.size();) {
    auto transaction = TRY(sqlite::Transaction::begin(database_));
    do {
      const std::size_t size = std::min(kPartBytes, all.size() - at);
      const auto packed = TRY(compress(all.subspan(at, size)));
      TRY(database_.run("INSERT INTO snapshot_part(series, part, bytes) VALUES(?, ?, ?)", series,
                        part, sqlite::Blob{packed}));
      at += size;
    } while (++part % kPartsTogether != 0 && at < all.size());
    TRY(transaction.commit());
  }
  return part;
}

/// Nothing when something is missing or damaged.
Expected<std::optional<Bytes>> SqliteJobStore::read_parts(std::uint64_t series, std::uint64_t parts,
                                                          std::uint64_t size) const {
  std::uint64_t there = 0;
  TRY(database_.each(
      "SELECT count(*) FROM snapshot_part WHERE series = ?",
      [&](const Row& row) -> Expected<void> {
        there = static_cast<std::uint64_t>(row.integer(0));
        return {};
      },
      series));
  if (there != parts || size > there * kPartBytes) return std::nullopt;
  Bytes bytes;
  bytes.reserve(static_cast<std::size_t>(size));
  std::uint64_t next = 0;
  bool sound = true;
  TRY(database_.each(
      "SELECT part, bytes FROM snapshot_part WHERE series = ? ORDER BY part",
      [&](const Row& row) -> Expected<void> {
        if (!ReadWatch::allows(bytes.size())) return fail(ErrorCode::disconnected, "stopped");
        const auto part = decompress(row.text(1));
        sound = sound && part && part->size() <= size - bytes.size() &&
                static_cast<std::uint64_t>(row.integer(0)) == next++;
        if (sound) bytes.insert(bytes.end(), part->begin(), part->end());
        return {};
      },
      series));
  if (!sound || next != parts || bytes.size() != size) return std::nullopt;
  return bytes;
}

Expected<std::optional<JobStore::Snapshot>> SqliteJobStore::latest_snapshot() const {
  std::vector<Entry> entries;
  TRY(database_.each(
      "SELECT responses, inputs, series, parts, size FROM snapshot ORDER BY responses DESC",
      [&](const Row& row) -> Expected<void> {
        const auto number = [&](int column) {
          return static_cast<std::uint64_t>(std::max<std::int64_t>(row.integer(column), 0));
        };
        entries.push_back({number(0), number(1), number(2), number(3), number(4)});
        return {};
      }));
  for (const Entry& entry : entries) {
    std::optional<Bytes> bytes;
    if (entry.series == 0) {
      if (auto whole = read_whole(database_, entry.responses)) bytes = std::move(*whole);
    } else {
      auto parts = TRY(read_parts(entry.series, entry.parts, entry.size));
      bytes = std::move(parts);
    }
    if (bytes) return Snapshot{entry.responses, entry.inputs, std::move(*bytes)};
  }
  return std::nullopt;
}

}  // namespace tagtrail::host
