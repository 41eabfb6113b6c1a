// Sums of the digests of rows, one for each table of a job. What a sum says does not depend on the
// order of rows, and a row that is written, changed or removed changes it by its own digest: so it
// is kept at little cost, and tells whether the rows are still those that were written. It is meant
// for what disks and memory do to bits, not for forgers.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "store/sqlite.hpp"
#include "tagtrail/bytes.hpp"
#include "tagtrail/error.hpp"

namespace tagtrail::host {

/// The tables that have sums. Their numbers are kept in job.db: new ones go to the end. Of the
/// schema, what says how the others are read. `placing` has none: its rows are gone with the commit
/// that they are for, and would cost each a page more.
inline constexpr auto kSummedTables = std::to_array<std::string_view>(
    {"sqlite_schema", "config", "response", "url",           "decision", "target",    "snapshot",
     "event",         "input",  "archive",  "attempt",       "robots",   "validator", "change",
     "version",       "acting", "left_out", "snapshot_part", "dataset",  "look",      "term"});

class RowSums {
 public:
  void add(std::size_t table, std::uint64_t digest) { sums_.at(table) += digest; }
  void subtract(std::size_t table, std::uint64_t digest) { sums_.at(table) -= digest; }
  RowSums& operator+=(const RowSums& other);
  RowSums& operator-=(const RowSums& other);
  bool operator==(const RowSums&) const = default;
  /// Names of the tables whose sums are not the same.
  std::vector<std::string_view> differing(const RowSums& other) const;

  /// Those that are not 0: the number of the table, and 8 bytes, the lowest first.
  Bytes encoded() const;
  /// Nothing where it is damaged.
  static std::optional<RowSums> decoded(std::string_view bytes);

 private:
  std::array<std::uint64_t, kSummedTables.size()> sums_{};
};

/// Of all rows as they are.
Expected<RowSums> sum_rows(sqlite::Database& database);
/// As they were kept; nothing where they are damaged or missing.
Expected<std::optional<RowSums>> kept_sums(sqlite::Database& database);
/// From here on each transaction of this connection also writes what it has changed of the sums:
/// beside the newest decision that it adds, whose page is written anyway; one that adds none, in
/// the table `digest`. For a database of the newest version, before any transaction.
void keep_sums(sqlite::Database& database);
/// Inside a transaction: takes the rows for right, as they are now.
Expected<void> take_rows_for_right(sqlite::Database& database);

}  // namespace tagtrail::host
