#include "store/sqlite.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

namespace tagtrail::host::sqlite {
namespace {

constexpr int kBusyWaitMs = 10'000;

ErrorCode code_of(int sqlite_code, int system_error) {
  // SQLite knows a full disk by ENOSPC only. Over a quota or a file size limit it reports a failed
  // write and forgets why, so a write that fails is taken for a full disk unless it is a broken
  // one.
  const bool write_failed =
      sqlite_code == SQLITE_IOERR_WRITE || sqlite_code == SQLITE_IOERR_SHMSIZE;
  if (write_failed && system_error != EIO) return ErrorCode::disk_full;
  switch (sqlite_code & 0xFF) {
    case SQLITE_FULL:
      return ErrorCode::disk_full;
    case SQLITE_CORRUPT:
    case SQLITE_NOTADB:
      return ErrorCode::invalid_data;
    case SQLITE_TOOBIG:
      return ErrorCode::too_large;
    case SQLITE_BUSY:
    case SQLITE_LOCKED:
      return ErrorCode::busy;
    default:
      return ErrorCode::io;
  }
}

std::string_view advice_of(ErrorCode code) {
  switch (code) {
    case ErrorCode::disk_full:
      return ": free some space, then run the same command again";
    case ErrorCode::invalid_data:
      return ": the file is damaged or not a database; it was left as it is";
    case ErrorCode::busy:
      return ": another program is writing to it";
    default:
      return "";
  }
}

/// An empty one is left by who had no space to go on.
bool has_log(const std::filesystem::path& file) {
  std::error_code error;
  return std::filesystem::file_size(file.string() + "-wal", error) > 0 && !error;
}

/// On a disk that is mounted to be read only, after a run that ended: SQLite could not make the
/// file there that readers and writers share, and needs none.
bool can_not_change(const std::filesystem::path& file) {
  const auto folder = file.has_parent_path() ? file.parent_path() : std::filesystem::path(".");
  return ::access(folder.c_str(), W_OK) != 0 && errno == EROFS && !has_log(file);
}

std::string immutable_uri(const std::filesystem::path& file) {
  std::string uri = "file:";
  for (const char c : file.string()) {
    const bool special = c == '%' || c == '?' || c == '#';
    uri += special ? fmt::format("%{:02x}", static_cast<unsigned char>(c)) : std::string(1, c);
  }
  return uri + "?immutable=1";
}

}  // namespace

Cell cell_of(sqlite3_value* value) {
  Cell cell;
  cell.type = sqlite3_value_type(value);
  if (cell.type == SQLITE_INTEGER) cell.integer = sqlite3_value_int64(value);
  if (cell.type == SQLITE_FLOAT) cell.real = sqlite3_value_double(value);
  if (cell.type != SQLITE_TEXT && cell.type != SQLITE_BLOB) return cell;
  const auto* data = static_cast<const char*>(sqlite3_value_blob(value));
  const auto size = static_cast<std::size_t>(sqlite3_value_bytes(value));
  if (data != nullptr) cell.bytes = {data, size};
  return cell;
}

std::string_view Row::text(int column) const {
  const void* data = sqlite3_column_blob(statement_, column);
  const int size = sqlite3_column_bytes(statement_, column);
  return data == nullptr
             ? std::string_view{}
             : std::string_view(static_cast<const char*>(data), static_cast<std::size_t>(size));
}

Expected<Database> Database::open(const std::filesystem::path& file) {
  return open_with(file, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE);
}

Expected<Database> Database::open_read_only(const std::filesystem::path& file) {
  if (!can_not_change(file)) return open_with(file, SQLITE_OPEN_READONLY);
  return open_with(immutable_uri(file), SQLITE_OPEN_READONLY | SQLITE_OPEN_URI);
}

Expected<Database> Database::open_tidily(const std::filesystem::path& file) {
  auto database = TRY(open_with(file, SQLITE_OPEN_READWRITE));
  TRY(database.execute("PRAGMA query_only = ON"));
  return database;
}

Expected<Database> Database::open_unshared(const std::filesystem::path& file) {
  if (!has_log(file)) return open_with(immutable_uri(file), SQLITE_OPEN_READONLY | SQLITE_OPEN_URI);
  auto database = TRY(open_tidily(file));
  // The index of the log is then kept in memory, and the log stays as it is.
  sqlite3_db_config(database.connection_.get(), SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1, nullptr);
  TRY(database.execute("PRAGMA locking_mode = EXCLUSIVE"));
  return database;
}

Expected<Database> Database::open_with(const std::filesystem::path& file, int flags) {
  sqlite3* raw = nullptr;
  const int code = sqlite3_open_v2(file.c_str(), &raw,
                                   flags | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE, nullptr);
  Database database(std::unique_ptr<sqlite3, Close>(raw), file.string());
  if (code != SQLITE_OK) return database.error(code);
  sqlite3_busy_timeout(raw, kBusyWaitMs);
  // The folder may come from elsewhere: nothing in its schema may run functions or forge pages.
  sqlite3_db_config(raw, SQLITE_DBCONFIG_DEFENSIVE, 1, nullptr);
  sqlite3_db_config(raw, SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0, nullptr);
  return database;
}

Expected<void> Database::execute(const char* sql) {
  const int code = sqlite3_exec(connection_.get(), sql, nullptr, nullptr, nullptr);
  if (code != SQLITE_OK) return error(code);
  return {};
}

Expected<StatementPtr> Database::borrow(std::string_view sql) {
  if (auto node = idle_.extract(sql)) return std::move(node.mapped());
  sqlite3_stmt* raw = nullptr;
  const int code = sqlite3_prepare_v3(connection_.get(), sql.data(), static_cast<int>(sql.size()),
                                      SQLITE_PREPARE_PERSISTENT, &raw, nullptr);
  if (code != SQLITE_OK) return error(code);
  return StatementPtr(raw);
}

void Database::give_back(std::string_view sql, StatementPtr statement) {
  // Bound values are borrowed from the caller; none may outlive the call.
  sqlite3_reset(statement.get());
  sqlite3_clear_bindings(statement.get());
  idle_.insert_or_assign(sql, std::move(statement));
}

Expected<void> Database::begin() {
  TRY(execute("BEGIN IMMEDIATE"));
  if (watch_) watch_->begun();
  return {};
}

Expected<void> Database::commit() {
  if (watch_) TRY(watch_->ending(*this));
  return run("COMMIT");
}

void Database::roll_back() {
  // SQLite has rolled back by itself after some errors, a full disk among them. A failing ROLLBACK
  // has nobody to be told: the next statement reports what is wrong with the connection.
  if (in_transaction()) (void)run("ROLLBACK");
}

Expected<bool> Database::begin_alone(sqlite3_stmt* statement) {
  if (!watch_ || in_transaction() || sqlite3_stmt_readonly(statement) != 0) return false;
  TRY(begin());
  return true;
}

Expected<void> Database::end_alone(Expected<void> result) {
  if (result) result = commit();
  if (!result) roll_back();
  return result;
}

tl::unexpected<Error> Database::error(int code) const {
  if (!connection_) return fail(ErrorCode::io, "out of memory while opening " + name_);
  const ErrorCode ours = code_of(code, sqlite3_system_errno(connection_.get()));
  return fail(ours,
              fmt::format("{}: {}{}", name_, sqlite3_errmsg(connection_.get()), advice_of(ours)));
}

int Database::bind(sqlite3_stmt* statement, int index, std::string_view text) {
  // A null pointer would bind NULL instead of the empty text.
  const char* data = text.data() == nullptr ? "" : text.data();
  return sqlite3_bind_text64(statement, index, data, text.size(), SQLITE_STATIC, SQLITE_UTF8);
}

int Database::bind(sqlite3_stmt* statement, int index, Blob blob) {
  return sqlite3_bind_blob64(statement, index, blob.bytes.data(), blob.bytes.size(), SQLITE_STATIC);
}

int Database::bind(sqlite3_stmt* statement, int index, double value) {
  return sqlite3_bind_double(statement, index, value);
}

Expected<Transaction> Transaction::begin(Database& database) {
  TRY(database.begin());
  return Transaction(database);
}

Transaction::~Transaction() {
  if (database_ != nullptr) database_->roll_back();
}

Expected<void> Transaction::commit() {
  auto committed = database_->commit();
  if (committed) database_ = nullptr;
  return committed;
}

}  // namespace tagtrail::host::sqlite
