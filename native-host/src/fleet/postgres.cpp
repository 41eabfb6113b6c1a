#include "fleet/postgres.hpp"

#include <fmt/format.h>
#include <poll.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdlib>

#include "tagtrail/text.hpp"

namespace tagtrail::host::postgres {
namespace {

using Clock = std::chrono::steady_clock;

constexpr std::chrono::seconds kConnectLimit{10};
constexpr const char* kSilent = "the database does not answer";

struct FreeOptions {
  void operator()(PQconninfoOption* options) const { PQconninfoFree(options); }
};

/// The first line: the others are context and hints of the server.
std::string first_line(std::string_view message) {
  constexpr std::string_view kError = "ERROR:  ";
  if (message.starts_with(kError)) message.remove_prefix(kError.size());
  return std::string(message.substr(0, message.find('\n')));
}

/// Of the SQLSTATE of an answer (PostgreSQL, appendix A).
ErrorCode code_of(std::string_view state) {
  if (state == "23505" || state.starts_with("40")) return ErrorCode::busy;
  if (state == "42P01") return ErrorCode::not_found;
  if (state == "53100") return ErrorCode::disk_full;
  const bool going_away = state.starts_with("08") || state.starts_with("57P");
  return state.empty() || going_away ? ErrorCode::disconnected : ErrorCode::io;
}

}  // namespace

Value::Value(double number) : text_(fmt::format("{}", number)) {}

std::string stored_text(std::string text) {
  std::erase(text, '\0');
  return to_valid_utf8(text);
}

std::string_view Result::text(int row, int column) const {
  return {PQgetvalue(result_.get(), row, column),
          static_cast<std::size_t>(PQgetlength(result_.get(), row, column))};
}

std::int64_t Result::integer(int row, int column) const {
  const std::string_view digits = text(row, column);
  std::int64_t number = 0;
  std::from_chars(digits.data(), digits.data() + digits.size(), number);
  return number;
}

double Result::real(int row, int column) const {
  return std::strtod(string(row, column).c_str(), nullptr);
}

std::uint64_t Result::changed() const {
  return std::strtoull(PQcmdTuples(result_.get()), nullptr, 10);
}

Expected<Connection> Connection::open(const std::string& url,
                                      std::chrono::milliseconds answer_limit) {
  const std::unique_ptr<PQconninfoOption, FreeOptions> parsed(
      PQconninfoParse(url.c_str(), nullptr));
  if (!parsed) {
    return fail(
        ErrorCode::invalid_argument,
        "--db is no address of a database: use postgres://USER@HOST/NAME, or what else libpq "
        "takes");
  }
  // What the address says goes after ours, and so wins.
  const std::array<const char*, 5> names{"connect_timeout", "tcp_user_timeout", "application_name",
                                         "dbname", nullptr};
  const auto patience = std::chrono::ceil<std::chrono::seconds>(
      std::min<std::chrono::milliseconds>(answer_limit, kConnectLimit));
  const std::string seconds = std::to_string(patience.count());
  const std::array<const char*, 5> values{seconds.c_str(), "30000", "tagtrail", url.c_str(),
                                          nullptr};
  Connection connection(PQconnectdbParams(names.data(), values.data(), /*expand_dbname=*/1),
                        answer_limit);
  if (PQstatus(connection.connection_.get()) != CONNECTION_OK) {
    return fail(ErrorCode::disconnected,
                fmt::format("the database can't be reached: {}",
                            first_line(PQerrorMessage(connection.connection_.get()))));
  }
  PQsetNoticeProcessor(
      connection.connection_.get(), [](void*, const char*) {}, nullptr);
  return connection;
}

Expected<Result> Connection::run(const char* sql, const std::vector<Value>& values) {
  // Its answer may yet come, and is not that to this.
  if (is_silent_) return fail(ErrorCode::disconnected, kSilent);
  std::vector<const char*> texts;
  texts.reserve(values.size());
  for (const Value& value : values) texts.push_back(value.get());
  if (PQsendQueryParams(connection_.get(), sql, static_cast<int>(texts.size()), nullptr,
                        texts.data(), nullptr, nullptr, 0) == 0) {
    return failure(nullptr);
  }
  Result last(nullptr);
  for (;;) {
    TRY(await_answer());
    PGresult* const next = PQgetResult(connection_.get());
    if (next == nullptr) break;
    last = Result(next);
    const ExecStatusType status = PQresultStatus(next);
    if (status == PGRES_COMMAND_OK || status == PGRES_TUPLES_OK) continue;
    auto failed = failure(next);
    // What follows is waited for as long as an answer is.
    while (await_answer()) {
      PGresult* const rest = PQgetResult(connection_.get());
      if (rest == nullptr) break;
      PQclear(rest);
    }
    return failed;
  }
  return last;
}

/// Without it a host that is gone without a word would hold a worker, which has sites to renew.
Expected<void> Connection::await_answer() {
  const auto limit = Clock::now() + answer_limit_;
  while (PQisBusy(connection_.get()) != 0) {
    const auto left = std::chrono::duration_cast<std::chrono::milliseconds>(limit - Clock::now());
    if (left.count() <= 0) {
      is_silent_ = true;
      return fail(ErrorCode::disconnected, kSilent);
    }
    pollfd socket{PQsocket(connection_.get()), POLLIN, 0};
    // A signal ends the wait early, which the loop takes as it is.
    (void)::poll(&socket, 1, static_cast<int>(left.count()));
    if (PQconsumeInput(connection_.get()) == 0) return failure(nullptr);
  }
  return {};
}

tl::unexpected<Error> Connection::failure(const PGresult* result) const {
  const char* state = result == nullptr ? nullptr : PQresultErrorField(result, PG_DIAG_SQLSTATE);
  const char* message =
      result == nullptr ? PQerrorMessage(connection_.get()) : PQresultErrorMessage(result);
  const bool gone = PQstatus(connection_.get()) != CONNECTION_OK;
  const ErrorCode code =
      gone ? ErrorCode::disconnected : code_of(state == nullptr ? "" : std::string_view(state));
  if (code == ErrorCode::not_found) {
    return fail(code, "this database has no fleet yet: tagtrail fleet init");
  }
  return fail(code, fmt::format("the database: {}", first_line(message)));
}

Expected<Transaction> Transaction::begin(Connection& connection) {
  TRY(connection.run("BEGIN"));
  return Transaction(connection);
}

Transaction::~Transaction() {
  // Where that fails the connection is gone, and the server has done it.
  if (connection_ != nullptr) (void)connection_->run("ROLLBACK");
}

Expected<void> Transaction::commit() {
  auto done = std::exchange(connection_, nullptr)->run("COMMIT");
  if (!done) return tl::unexpected(done.error());
  return {};
}

std::string places(std::size_t rows, std::size_t columns) {
  std::string text;
  std::size_t number = 0;
  for (std::size_t row = 0; row < rows; ++row) {
    text += row == 0 ? "(" : ",(";
    for (std::size_t column = 0; column < columns; ++column) {
      text += fmt::format("{}${}", column == 0 ? "" : ",", ++number);
    }
    text += ')';
  }
  return text;
}

}  // namespace tagtrail::host::postgres
