#include "fleet/checkpoint.hpp"

#include <fmt/format.h>
#include <sqlite3.h>

#include <algorithm>
#include <memory>
#include <nlohmann/json.hpp>
#include <system_error>

#include "store/sqlite.hpp"
#include "system/atomic_file.hpp"
#include "system/private_modes.hpp"
#include "system/sha256.hpp"
#include "system/whole_file.hpp"

namespace tagtrail::host {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;

constexpr std::uintmax_t kLargestText = 256UL << 20U;

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

/// As of one instant, while another process may write.
Expected<void> copy_database(const fs::path& from, const fs::path& to) {
  const auto source = TRY(open_for_copy(from, SQLITE_OPEN_READONLY));
  const auto target = TRY(open_for_copy(to, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE));
  sqlite3_backup* backup = sqlite3_backup_init(target.get(), "main", source.get(), "main");
  if (backup != nullptr) {
    (void)sqlite3_backup_step(backup, -1);
    (void)sqlite3_backup_finish(backup);
  }
  const int code = sqlite3_errcode(target.get());
  if (code == SQLITE_OK) return {};
  return fail(code == SQLITE_FULL ? ErrorCode::disk_full : ErrorCode::io,
              fmt::format("{} can't be copied: {}", from.string(), sqlite3_errstr(code)));
}

/// Goes away with what SQLite makes beside it.
class ScratchFile {
 public:
  explicit ScratchFile(fs::path file) : file_(std::move(file)) { remove(); }
  ScratchFile(const ScratchFile&) = delete;
  ScratchFile& operator=(const ScratchFile&) = delete;
  ~ScratchFile() { remove(); }
  const fs::path& path() const { return file_; }

 private:
  void remove() const {
    for (const char* suffix : {"", "-wal", "-shm", "-journal"}) {
      std::error_code error;
      fs::remove(file_.string() + suffix, error);
    }
  }
  fs::path file_;
};

Expected<Json> files_of(const fs::path& database_copy) {
  auto database = TRY(sqlite::Database::open(database_copy));
  Json files = Json::array();
  TRY(database.each("SELECT path, sha256 FROM target UNION SELECT path, sha256 FROM version",
                    [&files](const sqlite::Row& row) {
                      files.push_back({row.string(0), row.string(1)});
                    }));
  return files;
}

bool is_inside(const fs::path& path) {
  return path.is_relative() && path.begin() != path.end() && *path.begin() == "files" &&
         std::none_of(path.begin(), path.end(), [](const fs::path& part) { return part == ".."; });
}

Expected<Json> read_text(const FileStore& store, const std::string& checkpoint,
                         const fs::path& scratch) {
  const ScratchFile file(scratch);
  TRY(store.get(checkpoint, file.path()));
  std::error_code error;
  if (fs::file_size(file.path(), error) > kLargestText) {
    return fail(ErrorCode::too_large, "the checkpoint is too large");
  }
  Json json = Json::parse(TRY(read_whole_file(file.path())), nullptr, /*allow_exceptions=*/false);
  if (json.is_object() && json.contains("job") && json["job"].is_string() &&
      json.contains("files") && json["files"].is_array()) {
    return json;
  }
  return fail(ErrorCode::invalid_data, "the checkpoint is damaged");
}

}  // namespace

Expected<Checkpoint> make_checkpoint(const fs::path& job, const FileStore& store,
                                     const fs::path& scratch, const Between& between) {
  std::error_code error;
  if (!fs::exists(job / "job.db", error)) return fail(ErrorCode::not_found, "no job yet");
  if (fs::exists(job / "archive", error)) return Checkpoint{};
  const ScratchFile copy(scratch);
  TRY(copy_database(job / "job.db", copy.path()));
  const Json files = TRY(files_of(copy.path()));
  for (const Json& file : files) {
    TRY(store.put(job / file[0].get<std::string>(), file[1].get<std::string>()));
    TRY(between());
  }
  Checkpoint made;
  made.database = TRY(sha256_of_file(copy.path()));
  TRY(store.put(copy.path(), made.database));
  const std::string text = Json({{"job", made.database}, {"files", files}})
                               .dump(-1, ' ', false, Json::error_handler_t::replace);
  made.text = sha256_of(text);
  const ScratchFile written(scratch.string() + ".text");
  auto file = TRY(AtomicFile::create(written.path(), kPrivateFile));
  TRY(file.write(text));
  TRY(file.put_in_place());
  TRY(store.put(written.path(), made.text));
  return made;
}

Expected<void> restore_checkpoint(const FileStore& store, const std::string& checkpoint,
                                  const fs::path& job, const Between& between) {
  const Json json = TRY(read_text(store, checkpoint, job.string() + ".checkpoint"));
  for (const Json& file : json["files"]) {
    const bool named = file.is_array() && file.size() == 2 && file[0].is_string() &&
                       file[1].is_string() && is_inside(file[0].get<std::string>());
    if (!named) return fail(ErrorCode::invalid_data, "the checkpoint names no file of a job");
    TRY(store.get(file[1].get<std::string>(), job / file[0].get<std::string>()));
    TRY(between());
  }
  return store.get(json["job"].get<std::string>(), job / "job.db");
}

}  // namespace tagtrail::host
