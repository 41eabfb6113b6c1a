// A small owner of an SQLite connection: statements are prepared once and kept, errors are values.
#pragma once

#include <sqlite3.h>

#include <concepts>
#include <cstdint>
#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>

#include "tagtrail/bytes.hpp"
#include "tagtrail/error.hpp"

namespace tagtrail::host::sqlite {

struct CloseStatement {
  void operator()(sqlite3_stmt* statement) const { sqlite3_finalize(statement); }
};
using StatementPtr = std::unique_ptr<sqlite3_stmt, CloseStatement>;

/// A value as SQLite has it, borrowed.
struct Cell {
  int type = SQLITE_NULL;
  std::int64_t integer = 0;  ///< of SQLITE_INTEGER
  double real = 0;           ///< of SQLITE_FLOAT
  std::string_view bytes;    ///< of SQLITE_TEXT and SQLITE_BLOB
};
/// Lives as long as the value.
Cell cell_of(sqlite3_value* value);

/// The current row of a query. Views live until the callback that got the row returns.
class Row {
 public:
  explicit Row(sqlite3_stmt* statement) : statement_(statement) {}
  std::int64_t integer(int column) const { return sqlite3_column_int64(statement_, column); }
  std::uint64_t number(int column) const { return static_cast<std::uint64_t>(integer(column)); }
  std::string_view text(int column) const;
  std::string string(int column) const { return std::string(text(column)); }
  bool is_null(int column) const { return sqlite3_column_type(statement_, column) == SQLITE_NULL; }
  int size() const { return sqlite3_column_count(statement_); }
  Cell cell(int column) const { return cell_of(sqlite3_column_value(statement_, column)); }

  /// The first columns, each into a field as wide as what it holds.
  template <typename... Fields>
  void into(Fields&... fields) const {
    int column = 0;
    (read(column++, fields), ...);
  }

 private:
  void read(int column, std::string& field) const { field = text(column); }
  void read(int column, bool& field) const { field = integer(column) != 0; }
  template <std::integral Integer>
  void read(int column, Integer& field) const {
    field = static_cast<Integer>(integer(column));
  }
  template <typename Value>
  void read(int column, std::optional<Value>& field) const {
    if (is_null(column)) return field.reset();
    read(column, field.emplace());
  }

  sqlite3_stmt* statement_;
};

/// Bytes to bind as a BLOB, borrowed.
struct Blob {
  const Bytes& bytes;
};

class Database;

/// Is told of the transactions of a connection; a statement that writes outside of one has its own.
class TransactionWatch {
 public:
  virtual ~TransactionWatch() = default;
  virtual void begun() = 0;
  /// Before it is committed: may write as a part of it. An error keeps it from being committed.
  virtual Expected<void> ending(Database& database) = 0;
};

/// One connection. Not thread-safe. `sql` arguments must be string literals: they are the keys of
/// the statement cache.
class Database {
 public:
  /// Creates the file when it is missing. Nothing is read or written before the first statement.
  static Expected<Database> open(const std::filesystem::path& file);
  /// An existing file, never written to; also on a disk that can't be written.
  static Expected<Database> open_read_only(const std::filesystem::path& file);
  /// An existing file that nobody has open: what SQLite makes beside it to read it is gone again
  /// when the last connection closes, which takes one that could write.
  static Expected<Database> open_tidily(const std::filesystem::path& file);
  /// An existing file that nobody writes to, read without making anything beside it: where there
  /// is no space for that. Others are kept out when it has a write-ahead log.
  static Expected<Database> open_unshared(const std::filesystem::path& file);

  /// Keeps something for as long as the connection is open.
  void hold(std::shared_ptr<const void> guard) { held_ = std::move(guard); }

  void watch(std::shared_ptr<TransactionWatch> watch) { watch_ = std::move(watch); }
  /// For what SQLite offers besides statements. Stays the same when the database is moved.
  sqlite3* handle() const { return connection_.get(); }

  /// Executes statements anew, unprepared: some PRAGMAs act when they are compiled, not when they
  /// run.
  Expected<void> execute(const char* sql);

  /// Executes a statement that returns no rows.
  template <typename... Values>
  Expected<void> run(std::string_view sql, const Values&... values) {
    return each(
        sql, [](const Row&) {}, values...);
  }

  /// Calls `take(row)` for every row; an error, if it returns Expected<void>, ends the query.
  /// May be called again, also with the same `sql`, from within `take`. The text of `sql` outlives
  /// the database, as a literal does: the statement is kept under it.
  template <typename Take, typename... Values>
  Expected<void> each(std::string_view sql, Take&& take, const Values&... values) {
    auto statement = TRY(borrow(sql));
    const bool alone = TRY(begin_alone(statement.get()));
    int index = 0;
    int bound = SQLITE_OK;
    ((bound = bound == SQLITE_OK ? bind(statement.get(), ++index, values) : bound), ...);
    Expected<void> result;
    if (bound == SQLITE_OK) {
      result = rows(statement.get(), take);
    } else {
      result = error(bound);
    }
    give_back(sql, std::move(statement));
    return alone ? end_alone(std::move(result)) : result;
  }

  /// The first column of the last row that a query gives; Value() where it gives none.
  template <typename Value, typename... Values>
  Expected<Value> value(std::string_view sql, const Values&... values) {
    Value found{};
    TRY(each(
        sql, [&](const Row& row) { row.into(found); }, values...));
    return found;
  }

  /// The error of the last call on this connection, by its SQLite result code.
  tl::unexpected<Error> error(int code) const;
  bool in_transaction() const { return sqlite3_get_autocommit(connection_.get()) == 0; }

 private:
  friend class Transaction;
  struct Close {
    void operator()(sqlite3* connection) const { sqlite3_close_v2(connection); }
  };

  static Expected<Database> open_with(const std::filesystem::path& file, int flags);

  Database(std::unique_ptr<sqlite3, Close> connection, std::string name)
      : connection_(std::move(connection)), name_(std::move(name)) {}

  template <typename Take>
  Expected<void> rows(sqlite3_stmt* statement, Take& take) {
    for (;;) {
      const int code = sqlite3_step(statement);
      if (code == SQLITE_DONE) return {};
      if (code != SQLITE_ROW) return error(code);
      if constexpr (std::is_void_v<decltype(take(Row(statement)))>) {
        take(Row(statement));
      } else {
        TRY(take(Row(statement)));
      }
    }
  }

  Expected<void> begin();
  Expected<void> commit();
  void roll_back();
  /// Whether a transaction was begun for this statement alone.
  Expected<bool> begin_alone(sqlite3_stmt* statement);
  Expected<void> end_alone(Expected<void> result);

  Expected<StatementPtr> borrow(std::string_view sql);
  void give_back(std::string_view sql, StatementPtr statement);

  static int bind(sqlite3_stmt* statement, int index, std::string_view text);
  static int bind(sqlite3_stmt* statement, int index, Blob blob);
  static int bind(sqlite3_stmt* statement, int index, double value);
  /// NULL where there is none.
  template <typename Value>
  static int bind(sqlite3_stmt* statement, int index, const std::optional<Value>& value) {
    return value ? bind(statement, index, *value) : sqlite3_bind_null(statement, index);
  }
  /// Numbers beyond SQLite's 63 bits are bound as its largest.
  template <std::integral Integer>
  static int bind(sqlite3_stmt* statement, int index, Integer value) {
    if constexpr (std::same_as<Integer, bool>) {
      return sqlite3_bind_int64(statement, index, value ? 1 : 0);
    } else {
      const bool fits = std::in_range<std::int64_t>(value);
      return sqlite3_bind_int64(statement, index,
                                fits ? static_cast<std::int64_t>(value) : INT64_MAX);
    }
  }

  std::shared_ptr<const void> held_;         ///< released after the connection
  std::shared_ptr<TransactionWatch> watch_;  ///< likewise
  std::unique_ptr<sqlite3, Close> connection_;
  std::string name_;
  std::map<std::string_view, StatementPtr> idle_;
};

/// Rolls back unless committed.
class Transaction {
 public:
  /// Takes the write lock at once, so that no later statement can fail for want of it.
  static Expected<Transaction> begin(Database& database);
  Transaction(Transaction&& other) noexcept : database_(std::exchange(other.database_, nullptr)) {}
  Transaction& operator=(Transaction&&) = delete;
  ~Transaction();

  Expected<void> commit();

 private:
  explicit Transaction(Database& database) : database_(&database) {}
  Database* database_;
};

}  // namespace tagtrail::host::sqlite
