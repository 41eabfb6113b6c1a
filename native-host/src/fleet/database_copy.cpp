#include "fleet/database_copy.hpp"

#include <fmt/format.h>
#include <sqlite3.h>

#include <memory>
#include <system_error>
#include <utility>

namespace tagtrail::host {
namespace {

namespace fs = std::filesystem;

struct CloseCopy {
  void operator()(sqlite3* connection) const { sqlite3_close(connection); }
};
using Copied = std::unique_ptr<sqlite3, CloseCopy>;

Expected<Copied> open_for_copy(const fs::path& file, int flags) {
  sqlite3* connection = nullptr;
  const int code = sqlite3_open_v2(file.c_str(), &connection, flags, nullptr);
  Copied opened(connection);
  if (code == SQLITE_OK) return opened;
  return fail(ErrorCode::io, fmt::format("{}: {}", file.string(), sqlite3_errstr(code)));
}

void remove_all_of(const fs::path& file) {
  for (const char* suffix : {"", "-wal", "-shm", "-journal"}) {
    std::error_code error;
    fs::remove(file.string() + suffix, error);
  }
}

}  // namespace

DatabaseCopy::DatabaseCopy(fs::path file) : file_(std::move(file)) { remove_all_of(file_); }

DatabaseCopy::DatabaseCopy(DatabaseCopy&& other) noexcept
    : file_(std::exchange(other.file_, fs::path())) {}

DatabaseCopy::~DatabaseCopy() {
  if (!file_.empty()) remove_all_of(file_);
}

Expected<DatabaseCopy> DatabaseCopy::make(const fs::path& from, const fs::path& to) {
  DatabaseCopy copy(to);
  const auto source = TRY(open_for_copy(from, SQLITE_OPEN_READONLY));
  const auto target = TRY(open_for_copy(to, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE));
  sqlite3_backup* backup = sqlite3_backup_init(target.get(), "main", source.get(), "main");
  if (backup != nullptr) {
    (void)sqlite3_backup_step(backup, -1);
    (void)sqlite3_backup_finish(backup);
  }
  const int code = sqlite3_errcode(target.get());
  if (code == SQLITE_OK) return copy;
  return fail(code == SQLITE_FULL ? ErrorCode::disk_full : ErrorCode::io,
              fmt::format("{} can't be copied: {}", from.string(), sqlite3_errstr(code)));
}

}  // namespace tagtrail::host
