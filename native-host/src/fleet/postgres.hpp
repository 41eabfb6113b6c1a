// A small owner of a connection to PostgreSQL or what speaks its protocol (libpq): one statement at
// a time, values always beside the statement and never in it, errors are values.
#pragma once

#include <libpq-fe.h>

#include <chrono>
#include <concepts>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "tagtrail/error.hpp"

namespace tagtrail::host::postgres {

/// A value of a statement, in the text form of PostgreSQL; none is NULL.
class Value {
 public:
  Value() = default;
  Value(std::string text) : text_(std::move(text)) {}
  Value(std::string_view text) : text_(std::string(text)) {}
  Value(const char* text) : text_(text) {}
  Value(bool yes) : text_(yes ? "t" : "f") {}
  Value(double number);
  template <std::integral Integer>
  requires(!std::same_as<Integer, bool>) Value(Integer number) : text_(std::to_string(number)) {}
  template <typename Inner>
  Value(const std::optional<Inner>& value) {
    if (value) *this = Value(*value);
  }
  /// What PQexecParams takes; NUL ends it, which no text of the database may hold anyway.
  const char* get() const { return text_ ? text_->c_str() : nullptr; }

 private:
  std::optional<std::string> text_;
};

/// As PostgreSQL's texts are: UTF-8 without NUL.
std::string stored_text(std::string text);

/// The rows that a statement gave. Views live as long as it does.
class Result {
 public:
  explicit Result(PGresult* result) : result_(result) {}
  int rows() const { return PQntuples(result_.get()); }
  bool is_null(int row, int column) const { return PQgetisnull(result_.get(), row, column) != 0; }
  /// Empty where it is NULL.
  std::string_view text(int row, int column) const;
  std::string string(int row, int column) const { return std::string(text(row, column)); }
  /// 0 where it is NULL or no number.
  std::int64_t integer(int row, int column) const;
  double real(int row, int column) const;
  bool yes(int row, int column) const { return text(row, column) == "t"; }
  /// Rows that an INSERT, UPDATE or DELETE has changed.
  std::uint64_t changed() const;

 private:
  struct Clear {
    void operator()(PGresult* result) const { PQclear(result); }
  };
  std::unique_ptr<PGresult, Clear> result_;
};

/// Not thread-safe. After an error `disconnected` it is of no further use.
class Connection {
 public:
  static constexpr std::chrono::milliseconds kAnswerLimit{60'000};

  /// `url` as libpq takes it: postgres://USER@HOST/NAME, or key=value words. No message repeats it,
  /// for it may hold a password. `answer_limit`: how long an answer is waited for, and a
  /// connection, but for at most 10 s. Errors: invalid_argument, disconnected (nobody there, no
  /// such database, no such user).
  static Expected<Connection> open(const std::string& url,
                                   std::chrono::milliseconds answer_limit = kAnswerLimit);

  /// `sql` with $1, $2... for `values`. Errors: busy (another changed the same at the same time:
  /// the same again may do), not_found (no such table), disk_full, disconnected (also when there
  /// was no answer in time, now or before), io.
  Expected<Result> run(const char* sql, const std::vector<Value>& values = {});

 private:
  struct Finish {
    void operator()(PGconn* connection) const { PQfinish(connection); }
  };
  Connection(PGconn* connection, std::chrono::milliseconds answer_limit)
      : connection_(connection), answer_limit_(answer_limit) {}
  Expected<void> await_answer();
  tl::unexpected<Error> failure(const PGresult* result) const;

  std::unique_ptr<PGconn, Finish> connection_;
  std::chrono::milliseconds answer_limit_;
  bool is_silent_ = false;  ///< an answer did not come
};

/// Rolled back unless it was committed.
class Transaction {
 public:
  static Expected<Transaction> begin(Connection& connection);
  Transaction(Transaction&& other) noexcept
      : connection_(std::exchange(other.connection_, nullptr)) {}
  Transaction& operator=(Transaction&&) = delete;
  ~Transaction();
  Expected<void> commit();

 private:
  explicit Transaction(Connection& connection) : connection_(&connection) {}
  Connection* connection_;
};

/// `($1,$2),($3,$4)`: places for `rows` rows of `columns` values in an INSERT.
std::string places(std::size_t rows, std::size_t columns);

/// Does the work again, a few times, while it ends with `busy`.
template <typename Work>
auto again_while_busy(Work&& work) -> decltype(work()) {
  constexpr int kTimes = 5;
  auto result = work();
  for (int time = 1; time < kTimes && !result && result.error().code == ErrorCode::busy; ++time) {
    result = work();
  }
  return result;
}

}  // namespace tagtrail::host::postgres
