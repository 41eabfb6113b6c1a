#include "store/snapshots.hpp"

#include <algorithm>
#include <span>
#include <string>
#include <vector>

#include "system/codecs/zstd.hpp"
#include "system/sha256.hpp"
#include "tagtrail/read_watch.hpp"

namespace tagtrail::host {
namespace {

using sqlite::Database;
using sqlite::Row;

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

/// Nothing when it is damaged.
std::optional<Bytes> read_whole(Database& database, std::uint64_t responses) {
  std::optional<Bytes> whole;
  const auto read = database.each(
      "SELECT sha256, bytes FROM snapshot WHERE responses = ?",
      [&](const Row& row) {
        auto bytes = decompress(row.text(1));
        if (!bytes) return;
        const std::string_view text(reinterpret_cast<const char*>(bytes->data()), bytes->size());
        if (sha256_of(text) == row.text(0)) whole = std::move(*bytes);
      },
      responses);
  return read ? std::move(whole) : std::nullopt;
}

/// Returns how many there are.
Expected<std::uint64_t> write_parts(Database& database, const Bytes& bytes, std::uint64_t series) {
  std::uint64_t part = 0;
  const std::span<const std::uint8_t> all(bytes);
  for (std::size_t at = 0; at < all.size();) {
    auto transaction = TRY(sqlite::Transaction::begin(database));
    do {
      const std::size_t size = std::min(kPartBytes, all.size() - at);
      const auto packed = TRY(compress(all.subspan(at, size)));
      TRY(database.run("INSERT INTO snapshot_part(series, part, bytes) VALUES(?, ?, ?)", series,
                       part, sqlite::Blob{packed}));
      at += size;
    } while (++part % kPartsTogether != 0 && at < all.size());
    TRY(transaction.commit());
  }
  return part;
}

/// Nothing when something is missing or damaged.
Expected<std::optional<Bytes>> read_parts(Database& database, const Entry& entry) {
  const auto there = TRY(database.value<std::uint64_t>(
      "SELECT count(*) FROM snapshot_part WHERE series = ?", entry.series));
  if (there != entry.parts || entry.size > there * kPartBytes) return std::nullopt;
  Bytes bytes;
  bytes.reserve(static_cast<std::size_t>(entry.size));
  std::uint64_t next = 0;
  bool sound = true;
  TRY(database.each(
      "SELECT part, bytes FROM snapshot_part WHERE series = ? ORDER BY part",
      [&](const Row& row) -> Expected<void> {
        if (!ReadWatch::allows(bytes.size())) return fail(ErrorCode::disconnected, "stopped");
        const auto part = decompress(row.text(1));
        sound =
            sound && part && part->size() <= entry.size - bytes.size() && row.number(0) == next++;
        if (sound) bytes.insert(bytes.end(), part->begin(), part->end());
        return {};
      },
      entry.series));
  if (!sound || next != entry.parts || bytes.size() != entry.size) return std::nullopt;
  return bytes;
}

}  // namespace

Expected<void> save_snapshot(Database& database, const Snapshot& snapshot) {
  const auto series = TRY(database.value<std::uint64_t>(
      "SELECT 1 + max((SELECT coalesce(max(series), 0) FROM snapshot_part),"
      " (SELECT coalesce(max(series), 0) FROM snapshot))"));
  auto written = write_parts(database, snapshot.bytes, series);
  // Otherwise they would go with the next one that is saved.
  if (!written) (void)database.run("DELETE FROM snapshot_part WHERE series = ?", series);
  const std::uint64_t parts = TRY(std::move(written));
  auto transaction = TRY(sqlite::Transaction::begin(database));
  TRY(database.run(
      "INSERT OR REPLACE INTO snapshot(responses, inputs, sha256, bytes, series, parts, size)"
      " VALUES(?, ?, '', x'', ?, ?, ?)",
      snapshot.responses, snapshot.inputs, series, parts, snapshot.bytes.size()));
  TRY(
      database.run("DELETE FROM snapshot WHERE responses NOT IN"
                   " (SELECT responses FROM snapshot ORDER BY responses DESC LIMIT ?)",
                   kKept));
  TRY(database.run("DELETE FROM snapshot_part WHERE series NOT IN (SELECT series FROM snapshot)"));
  return transaction.commit();
}

Expected<std::optional<Snapshot>> latest_snapshot(Database& database) {
  std::vector<Entry> entries;
  TRY(database.each(
      "SELECT responses, inputs, series, parts, size FROM snapshot ORDER BY responses DESC",
      [&](const Row& row) {
        const auto number = [&](int column) {
          return static_cast<std::uint64_t>(std::max<std::int64_t>(row.integer(column), 0));
        };
        entries.push_back({number(0), number(1), number(2), number(3), number(4)});
      }));
  for (const Entry& entry : entries) {
    auto bytes = entry.series == 0 ? read_whole(database, entry.responses)
                                   : TRY(read_parts(database, entry));
    if (bytes) return Snapshot{entry.responses, entry.inputs, std::move(*bytes)};
  }
  return std::nullopt;
}

}  // namespace tagtrail::host
