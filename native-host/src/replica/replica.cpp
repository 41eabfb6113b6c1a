#include "replica/replica.hpp"

#include <utility>

#include "system/codecs/zstd.hpp"
#include "tagtrail/url.hpp"

namespace tagtrail::host {
namespace {

namespace fs = std::filesystem;

constexpr std::int64_t kVersion = 3;

constexpr std::string_view kSchema[] = {
    "CREATE TABLE meta(name TEXT PRIMARY KEY, value TEXT) WITHOUT ROWID",
    "CREATE TABLE file(path TEXT PRIMARY KEY, mime TEXT, xml_root TEXT, bytes INTEGER, body BLOB)",
    "CREATE TABLE directory(path TEXT PRIMARY KEY) WITHOUT ROWID",
    "CREATE TABLE answer(url TEXT PRIMARY KEY, status INTEGER, mime TEXT, location TEXT, "
    "xml_root TEXT, bytes INTEGER, header_bytes INTEGER, content_type TEXT, file_name TEXT, "
    "page BLOB, body BLOB)",
    "CREATE TABLE reachable(url TEXT PRIMARY KEY, status INTEGER, mime TEXT, xml_root TEXT, "
    "file_name TEXT)",
    "PRAGMA user_version = 3",
};

Bytes to_bytes(std::string_view text) { return {text.begin(), text.end()}; }

/// Empty bytes are bound as NULL: nothing is known.
Expected<Bytes> packed(const Bytes& bytes) { return bytes.empty() ? Bytes{} : compress(bytes); }

/// A recording that was killed leaves its journal: only a connection that may write can use it.
Expected<void> recover(const fs::path& file) {
  std::error_code code;
  const std::string name = file.string();
  if (!fs::exists(name + "-wal", code) && !fs::exists(name + "-journal", code)) return {};
  auto database = TRY(sqlite::Database::open(file));
  return database.run("SELECT 1 FROM sqlite_schema");
}

constexpr std::string_view reachable_query(Replica::Reachable which) {
  switch (which) {
    case Replica::Reachable::files:
      return "SELECT url, status, mime, xml_root, file_name FROM reachable WHERE status BETWEEN "
             "200 AND 299 AND mime <> 'text/html' ORDER BY rowid";
    case Replica::Reachable::answering:
      return "SELECT url, status, mime, xml_root, file_name FROM reachable WHERE status BETWEEN "
             "200 AND 299 ORDER BY rowid";
    case Replica::Reachable::all:
      break;
  }
  return "SELECT url, status, mime, xml_root, file_name FROM reachable ORDER BY rowid";
}

Error not_a_replica(const fs::path& file, const Error& error) {
  if (error.code == ErrorCode::wrong_version) return error;
  return {ErrorCode::invalid_data, file.string() + " is not a replica: " + error.message};
}

}  // namespace

Expected<std::unique_ptr<Replica>> Replica::open(const fs::path& file) {
  std::error_code code;
  if (!fs::is_regular_file(file, code)) {
    return fail(ErrorCode::not_found,
                "no replica at " + file.string() +
                    "; make one with: tagtrail import SOURCE -o NAME.replica");
  }
  if (auto whole = recover(file); !whole) {
    return tl::unexpected(not_a_replica(file, whole.error()));
  }
  auto database = TRY(sqlite::Database::open_read_only(file));
  auto replica = std::unique_ptr<Replica>(new Replica(std::move(database), file.stem().string()));
  // No memory map: its pages would count as memory of the crawl, which replays report.
  auto read = replica->database_.run("PRAGMA cache_size = -16384");
  if (read) read = replica->read_meta();
  if (read) read = replica->add_missing_columns();
  if (!read) return tl::unexpected(not_a_replica(file, read.error()));
  return replica;
}

Expected<void> Replica::read_meta() {
  auto read = database_.each("PRAGMA user_version", [&](const sqlite::Row& row) -> Expected<void> {
    meta_.version = row.integer(0);
    return {};
  });
  if (!read) return read;
  if (meta_.version > kVersion) {
    return fail(ErrorCode::wrong_version, "the replica was made by a newer Tagtrail");
  }
  read =
      database_.each("SELECT name, value FROM meta", [&](const sqlite::Row& row) -> Expected<void> {
        if (row.text(0) == "base_url") meta_.base_url = row.string(1);
        if (row.text(0) == "start_url") meta_.start_url = row.string(1);
        if (row.text(0) == "clean_urls") meta_.clean_urls = row.text(1) == "1";
        return {};
      });
  if (!read) return read;
  if (meta_.base_url.empty() || meta_.start_url.empty()) {
    return fail(ErrorCode::invalid_data, "its start URL is missing");
  }
  return {};
}

Expected<void> Replica::set_meta(std::string_view name, std::string_view value) {
  return database_.run("INSERT OR REPLACE INTO meta VALUES(?, ?)", name, value);
}

Expected<void> Replica::create_tables() {
  auto transaction = TRY(sqlite::Transaction::begin(database_));
  for (const std::string_view statement : kSchema) {
    TRY(database_.run(statement));
  }
  for (const auto& [name, value] :
       {std::pair<std::string_view, std::string_view>{"base_url", meta_.base_url},
        {"start_url", meta_.start_url},
        {"clean_urls", meta_.clean_urls ? "1" : "0"}}) {
    TRY(set_meta(name, value));
  }
  meta_.version = kVersion;
  return transaction.commit();
}

/// For queries alone: the file may be one that can't be written to.
Expected<void> Replica::add_missing_columns() {
  if (meta_.version >= kVersion) return {};
  if (meta_.version == 2) {
    TRY(database_.run("CREATE TEMP VIEW answer AS SELECT *, NULL AS file_name FROM main.answer"));
  }
  return database_.run(
      "CREATE TEMP VIEW reachable AS SELECT rowid, *, NULL AS file_name FROM main.reachable");
}

/// Version 2 knew no names from Content-Disposition.
Expected<void> Replica::upgrade() {
  auto transaction = TRY(sqlite::Transaction::begin(database_));
  for (const std::string_view statement :
       {"ALTER TABLE answer ADD COLUMN file_name TEXT",
        "ALTER TABLE reachable ADD COLUMN file_name TEXT", "PRAGMA user_version = 3"}) {
    TRY(database_.run(statement));
  }
  meta_.version = kVersion;
  return transaction.commit();
}

Expected<std::unique_ptr<Replica>> Replica::create(const fs::path& file, std::string base_url,
                                                   std::string start_url, bool clean_urls) {
  std::error_code code;
  for (const char* suffix : {"", "-wal", "-shm", "-journal"}) {
    fs::remove(file.string() + suffix, code);
  }
  auto database = TRY(sqlite::Database::open(file));
  auto replica = std::unique_ptr<Replica>(new Replica(std::move(database), file.stem().string()));
  replica->meta_.base_url = std::move(base_url);
  replica->meta_.start_url = std::move(start_url);
  replica->meta_.clean_urls = clean_urls;
  // An import that is interrupted is repeated: durability would only cost time.
  auto done = replica->database_.run("PRAGMA synchronous = OFF");
  if (done) done = replica->create_tables();
  if (!done) return tl::unexpected(done.error());
  return replica;
}

Expected<std::unique_ptr<Replica>> Replica::open_for_recording(const fs::path& file,
                                                               std::string start_url) {
  std::error_code code;
  const bool fresh = !fs::exists(file, code) || fs::file_size(file, code) == 0;
  auto database = TRY(sqlite::Database::open(file));
  auto replica = std::unique_ptr<Replica>(new Replica(std::move(database), file.stem().string()));
  // With a write-ahead log a commit costs no wait for the disk, and a kill costs nothing at all.
  auto done = replica->database_.execute("PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL");
  if (done && fresh) {
    replica->meta_.base_url = origin_of(start_url) + "/";
    replica->meta_.start_url = std::move(start_url);
    done = replica->create_tables();
  } else if (done) {
    done = replica->read_meta();
  }
  if (!done) return tl::unexpected(not_a_replica(file, done.error()));
  if (replica->meta_.version < 2) {  // static trees only
    return fail(ErrorCode::wrong_version,
                file.string() + " was made by an older Tagtrail: import it again to add to it");
  }
  if (replica->meta_.version == 2) done = replica->upgrade();
  if (!done) return tl::unexpected(done.error());
  return replica;
}

Expected<void> Replica::set_start_url(std::string_view url) {
  meta_.start_url = url;
  meta_.base_url = origin_of(url) + "/";
  auto done = set_meta("base_url", meta_.base_url);
  return done ? set_meta("start_url", meta_.start_url) : done;
}

Expected<void> Replica::add_file(std::string_view path, std::string_view mime,
                                 std::string_view xml_root, std::string_view body) {
  const auto frame = TRY(compress(to_bytes(body)));
  for (std::size_t slash = path.find('/'); slash != std::string_view::npos;
       slash = path.find('/', slash + 1)) {
    TRY(database_.run("INSERT OR IGNORE INTO directory VALUES(?)", path.substr(0, slash)));
  }
  return database_.run("INSERT INTO file VALUES(?, ?, ?, ?, ?)", path, mime, xml_root, body.size(),
                       sqlite::Blob{frame});
}

Expected<void> Replica::add_answer(std::string_view url, const ReplicaAnswer& answer) {
  const auto body = TRY(packed(to_bytes(answer.body)));
  const auto page = TRY(packed(answer.page));
  return database_.run(
      "INSERT OR REPLACE INTO answer(url, status, mime, location, xml_root, bytes, header_bytes, "
      "content_type, file_name, page, body) VALUES(?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
      url, answer.status, std::string_view(answer.mime), std::string_view(answer.location),
      std::string_view(answer.xml_root), answer.body_bytes, answer.header_bytes,
      std::string_view(answer.content_type), std::string_view(answer.file_name), sqlite::Blob{page},
      sqlite::Blob{body});
}

Expected<void> Replica::add_reachable(const ReachableUrl& url) {
  return database_.run("INSERT OR IGNORE INTO reachable VALUES(?, ?, ?, ?, ?)",
                       std::string_view(url.url), url.status, std::string_view(url.mime),
                       std::string_view(url.xml_root), std::string_view(url.file_name));
}

Expected<void> Replica::forget_reachable() { return database_.run("DELETE FROM reachable"); }

Expected<void> Replica::each_reachable(Reachable which, const TakeReachable& take) {
  return database_.each(reachable_query(which), [&](const sqlite::Row& row) {
    return take({row.string(0), static_cast<int>(row.integer(1)), row.string(2), row.string(3),
                 row.string(4), false});
  });
}

Expected<std::vector<ReachableUrl>> Replica::reachable() {
  std::vector<ReachableUrl> urls;
  TRY(each_reachable(Reachable::all, [&](const ReachableUrl& url) -> Expected<void> {
    urls.push_back(url);
    return {};
  }));
  return urls;
}

Expected<bool> Replica::has_reachable() {
  bool found = false;
  TRY(database_.each("SELECT 1 FROM reachable LIMIT 1", [&](const sqlite::Row&) -> Expected<void> {
    found = true;
    return {};
  }));
  return found;
}

Expected<std::size_t> Replica::count_reachable() {
  std::size_t count = 0;
  TRY(database_.each("SELECT count(*) FROM reachable",
                     [&](const sqlite::Row& row) -> Expected<void> {
                       count = static_cast<std::size_t>(row.integer(0));
                       return {};
                     }));
  return count;
}

}  // namespace tagtrail::host
