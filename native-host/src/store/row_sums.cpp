#include "store/row_sums.hpp"

#include <algorithm>
#include <cmath>

#include "tagtrail/bits.hpp"

namespace tagtrail::host {
namespace {

using sqlite::Cell;
using sqlite::Database;
using sqlite::Row;

/// What SELECT gives of each table; statements are kept under their text, which has to be a
/// literal.
constexpr auto kRows = std::to_array<std::string_view>(
    {"SELECT type, name, tbl_name, sql FROM sqlite_schema WHERE name NOT LIKE 'sqlite#_%' ESCAPE "
     "'#' UNION ALL SELECT 'version', user_version, NULL, NULL FROM pragma_user_version",
     "SELECT * FROM config",
     "SELECT * FROM response",
     "SELECT * FROM url",
     "SELECT * FROM decision",
     "SELECT * FROM target",
     "SELECT * FROM snapshot",
     "SELECT * FROM event",
     "SELECT * FROM input",
     "SELECT * FROM archive",
     "SELECT * FROM attempt",
     "SELECT * FROM robots",
     "SELECT * FROM validator",
     "SELECT * FROM change",
     "SELECT * FROM version",
     "SELECT * FROM acting",
     "SELECT * FROM left_out",
     "SELECT * FROM snapshot_part",
     "SELECT * FROM dataset",
     "SELECT * FROM look",
     "SELECT * FROM term"});
static_assert(kRows.size() == kSummedTables.size());

constexpr double kIntegersEnd = 9223372036854775808.0;  // 2^63

/// A number that is whole is the same to a column of REAL however it is stored.
bool is_whole(double value) {
  return value >= -kIntegersEnd && value < kIntegersEnd && std::trunc(value) == value;
}

/// Nothing where the table has no sum.
std::optional<std::size_t> summed_table(std::string_view name) {
  const auto* const found = std::find(kSummedTables.begin(), kSummedTables.end(), name);
  if (found == kSummedTables.end()) return std::nullopt;
  return static_cast<std::size_t>(found - kSummedTables.begin());
}

/// Whether the column is one that keeps sums, and has no part in them.
constexpr bool keeps_sums(std::size_t table, int column) {
  constexpr std::size_t kDecision = 4;
  constexpr int kSums = 14;
  static_assert(kSummedTables[kDecision] == "decision");
  return table == kDecision && column == kSums;
}

/// The digest of a row, of its cells in the order of the table's columns.
class RowDigest {
 public:
  void add(const Cell& cell) {
    int type = cell.type;
    auto word = static_cast<std::uint64_t>(cell.integer);
    if (type == SQLITE_FLOAT && is_whole(cell.real)) {
      type = SQLITE_INTEGER;
      word = static_cast<std::uint64_t>(static_cast<std::int64_t>(cell.real));
    } else if (type == SQLITE_FLOAT) {
      word = bit_cast<std::uint64_t>(cell.real);
    } else if (type == SQLITE_TEXT || type == SQLITE_BLOB) {
      word = hash_bytes(cell.bytes.data(), cell.bytes.size());
    }
    constexpr std::size_t kWord = 8;
    std::array<std::uint8_t, 2 * kWord + 1> bytes{};
    for (std::size_t at = 0; at < kWord; ++at) {
      bytes.at(at) = static_cast<std::uint8_t>(value_ >> (8 * at));
      bytes.at(kWord + at) = static_cast<std::uint8_t>(word >> (8 * at));
    }
    bytes.back() = static_cast<std::uint8_t>(type);
    value_ = hash_bytes(bytes.data(), bytes.size());
  }
  std::uint64_t value() const { return value_; }

 private:
  std::uint64_t value_ = 0;
};

}  // namespace

RowSums& RowSums::operator+=(const RowSums& other) {
  for (std::size_t table = 0; table < sums_.size(); ++table) add(table, other.sums_.at(table));
  return *this;
}

RowSums& RowSums::operator-=(const RowSums& other) {
  for (std::size_t table = 0; table < sums_.size(); ++table) subtract(table, other.sums_.at(table));
  return *this;
}

std::vector<std::string_view> RowSums::differing(const RowSums& other) const {
  std::vector<std::string_view> names;
  for (std::size_t table = 0; table < sums_.size(); ++table) {
    if (sums_.at(table) != other.sums_.at(table)) names.push_back(kSummedTables.at(table));
  }
  return names;
}

Bytes RowSums::encoded() const {
  ByteWriter writer;
  for (std::size_t table = 0; table < sums_.size(); ++table) {
    if (sums_.at(table) == 0) continue;
    writer.u8(static_cast<std::uint8_t>(table));
    writer.u64(sums_.at(table));
  }
  return writer.take();
}

std::optional<RowSums> RowSums::decoded(std::string_view bytes) {
  RowSums sums;
  ByteReader reader(reinterpret_cast<const std::uint8_t*>(bytes.data()), bytes.size());
  while (reader.ok() && !reader.at_end()) {
    const std::size_t table = reader.u8();
    const std::uint64_t sum = reader.u64();
    if (table >= kSummedTables.size()) return std::nullopt;
    sums.add(table, sum);
  }
  if (!reader.ok()) return std::nullopt;
  return sums;
}

Expected<RowSums> sum_rows(Database& database) {
  RowSums sums;
  for (std::size_t table = 0; table < kRows.size(); ++table) {
    TRY(database.each(kRows.at(table), [&](const Row& row) {
      RowDigest digest;
      for (int column = 0; column < row.size(); ++column) {
        if (!keeps_sums(table, column)) digest.add(row.cell(column));
      }
      sums.add(table, digest.value());
    }));
  }
  return sums;
}

Expected<std::optional<RowSums>> kept_sums(Database& database) {
  RowSums sums;
  std::size_t bases = 0;
  bool sound = true;
  const auto take = [&](const Row& row) {
    const Cell cell = row.cell(0);
    const auto part = RowSums::decoded(cell.bytes);
    sound = sound && cell.type == SQLITE_BLOB && part.has_value();
    if (part) sums += *part;
  };
  TRY(database.each("SELECT sums FROM digest WHERE one = 1", [&](const Row& row) {
    ++bases;
    take(row);
  }));
  TRY(database.each("SELECT sums FROM decision WHERE sums IS NOT NULL", take));
  return sound && bases == 1 ? std::optional(sums) : std::nullopt;
}

Expected<void> take_rows_for_right(Database& database) {
  TRY(database.run("INSERT OR REPLACE INTO digest(one, sums) VALUES(1, x'')"));
  auto sums = TRY(sum_rows(database));
  // With answers of their own, they are those that a newer version of the tables has changed.
  if (const auto kept = TRY(kept_sums(database))) sums -= *kept;
  const Bytes base = sums.encoded();
  return database.run("UPDATE digest SET sums = ? WHERE one = 1", sqlite::Blob{base});
}

// --- While a job is written -------------------------------------------------------------------

namespace {

class RowLedger final : public sqlite::TransactionWatch {
 public:
  void begun() override {
    changes_ = {};
    newest_decision_ = 0;
    failed_ = false;
  }

  Expected<void> ending(Database& database) override {
    if (failed_) return fail(ErrorCode::io, "no memory for a row of job.db");
    if (changes_ == RowSums()) return {};
    if (newest_decision_ > 0) {
      const Bytes changes = changes_.encoded();
      return database.run("UPDATE decision SET sums = ? WHERE n = ?", sqlite::Blob{changes},
                          newest_decision_);
    }
    auto base =
        RowSums::decoded(TRY(database.value<std::string>("SELECT sums FROM digest WHERE one = 1")));
    // Damaged ones stay so that `verify` tells of them.
    if (!base) return {};
    const Bytes sums = (*base += changes_).encoded();
    return database.run("UPDATE digest SET sums = ? WHERE one = 1", sqlite::Blob{sums});
  }

  /// As SQLite calls it, with the rows as they are and as they will be.
  static void about_to_change(void* ledger, sqlite3* connection, int operation,
                              const char* /*schema*/, const char* table, sqlite3_int64 /*before*/,
                              sqlite3_int64 rowid) {
    static_cast<RowLedger*>(ledger)->note(connection, operation, table, rowid);
  }

 private:
  using Value = int (*)(sqlite3*, int, sqlite3_value**);

  void note(sqlite3* connection, int operation, std::string_view name, std::int64_t rowid) {
    const auto table = summed_table(name);
    if (!table) return;
    if (operation != SQLITE_INSERT) {
      changes_.subtract(*table, digest_of(connection, *table, sqlite3_preupdate_old));
    }
    if (operation != SQLITE_DELETE) {
      changes_.add(*table, digest_of(connection, *table, sqlite3_preupdate_new));
    }
    if (operation == SQLITE_INSERT && name == "decision") newest_decision_ = rowid;
  }

  std::uint64_t digest_of(sqlite3* connection, std::size_t table, Value value_of) {
    RowDigest digest;
    const int columns = sqlite3_preupdate_count(connection);
    for (int column = 0; column < columns; ++column) {
      if (keeps_sums(table, column)) continue;
      sqlite3_value* value = nullptr;
      failed_ = value_of(connection, column, &value) != SQLITE_OK || failed_;
      digest.add(value == nullptr ? sqlite::Cell() : sqlite::cell_of(value));
    }
    return digest.value();
  }

  RowSums changes_;
  std::int64_t newest_decision_ = 0;
  bool failed_ = false;
};

}  // namespace

void keep_sums(Database& database) {
  auto ledger = std::make_shared<RowLedger>();
  sqlite3_preupdate_hook(database.handle(), RowLedger::about_to_change, ledger.get());
  database.watch(std::move(ledger));
}

}  // namespace tagtrail::host
