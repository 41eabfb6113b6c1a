#include "store/row_ledger.hpp"

#include "store/row_sums.hpp"

namespace tagtrail::host {
namespace {

using sqlite::Database;

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
