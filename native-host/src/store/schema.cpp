#include "store/schema.hpp"

#include <fcntl.h>
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <span>

#include "store/job_config.hpp"
#include "store/job_folder.hpp"
#include "store/row_sums.hpp"
#include "system/posix_file.hpp"

namespace tagtrail::host {
namespace {

using sqlite::Database;

/// Of version 1.
constexpr std::array<const char*, 12> kTables = {
    "CREATE TABLE config(name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID",
    // Large values stand last: SQLite reads a row's earlier columns without them.
    "CREATE TABLE response(n INTEGER PRIMARY KEY, request_id INTEGER NOT NULL,"
    " at_ms INTEGER NOT NULL, committed_at TEXT NOT NULL, url TEXT NOT NULL,"
    " status INTEGER NOT NULL, error TEXT NOT NULL, mime TEXT NOT NULL, bytes INTEGER NOT NULL,"
    " via TEXT NOT NULL, record BLOB NOT NULL)",
    "CREATE TABLE url(url TEXT PRIMARY KEY, n INTEGER NOT NULL) WITHOUT ROWID",
    "CREATE TABLE decision(n INTEGER PRIMARY KEY, request_id INTEGER NOT NULL, url TEXT NOT NULL,"
    " method TEXT NOT NULL, purpose TEXT NOT NULL, source_page TEXT NOT NULL,"
    " tag_path TEXT NOT NULL, anchor TEXT NOT NULL, depth INTEGER NOT NULL,"
    " action INTEGER NOT NULL, score REAL, probability REAL, reason TEXT NOT NULL)",
    "CREATE TABLE target(id INTEGER PRIMARY KEY, n INTEGER NOT NULL UNIQUE,"
    " url TEXT NOT NULL UNIQUE, name TEXT NOT NULL UNIQUE, path TEXT NOT NULL,"
    " path_key TEXT NOT NULL UNIQUE, mime TEXT NOT NULL, bytes INTEGER NOT NULL,"
    " sha256 TEXT NOT NULL, page TEXT NOT NULL, tag_path TEXT NOT NULL, anchor TEXT NOT NULL,"
    " redirects TEXT NOT NULL, fetched_at TEXT NOT NULL, status INTEGER NOT NULL,"
    " via TEXT NOT NULL, page_via TEXT NOT NULL)",
    "CREATE INDEX target_sha256 ON target(sha256)",
    "CREATE TABLE placing(file TEXT PRIMARY KEY, sha256 TEXT NOT NULL) WITHOUT ROWID",
    "CREATE TABLE snapshot(responses INTEGER PRIMARY KEY, sha256 TEXT NOT NULL,"
    " bytes BLOB NOT NULL)",
    "CREATE TABLE event(id INTEGER PRIMARY KEY, at TEXT NOT NULL, kind TEXT NOT NULL,"
    " text TEXT NOT NULL)",
    "CREATE VIEW action AS SELECT d.action AS action, count(*) AS requests,"
    " count(t.id) AS targets, min(d.tag_path) AS tag_path"
    " FROM decision d LEFT JOIN target t ON t.n = d.n WHERE d.action >= 0 GROUP BY d.action",
    "PRAGMA application_id = 1415669588",
    "PRAGMA user_version = 1",
};

/// What version 2 adds.
constexpr std::array<const char*, 4> kSecond = {
    "CREATE TABLE input(id INTEGER PRIMARY KEY, n INTEGER NOT NULL, at TEXT NOT NULL,"
    " kind TEXT NOT NULL, at_start INTEGER NOT NULL, json TEXT NOT NULL)",
    "ALTER TABLE snapshot ADD COLUMN inputs INTEGER NOT NULL DEFAULT 0",
    "CREATE INDEX response_skip ON response(error, status) WHERE error <> 'none' OR status >= 400",
    "PRAGMA user_version = 2",
};
/// What version 3 adds.
constexpr auto kThird = std::to_array<const char*>({
    "CREATE TABLE archive(id INTEGER PRIMARY KEY, n INTEGER, file TEXT NOT NULL,"
    " offset INTEGER NOT NULL, length INTEGER NOT NULL, type TEXT NOT NULL,"
    " record TEXT NOT NULL, url TEXT NOT NULL, method TEXT NOT NULL, at TEXT NOT NULL,"
    " mime TEXT NOT NULL, status INTEGER NOT NULL, digest TEXT NOT NULL)",
    "CREATE INDEX archive_digest ON archive(digest) WHERE digest <> ''",
    "CREATE INDEX archive_url ON archive(url)",
    "CREATE INDEX archive_file ON archive(file)",
    "PRAGMA user_version = 3",
});
/// What version 4 adds.
constexpr auto kFourth = std::to_array<const char*>({
    "CREATE TABLE attempt(id INTEGER PRIMARY KEY, host TEXT NOT NULL, url TEXT NOT NULL,"
    " method TEXT NOT NULL, via TEXT NOT NULL, purpose TEXT NOT NULL, asked_us INTEGER NOT NULL,"
    " started_us INTEGER NOT NULL, ended_us INTEGER NOT NULL, delay_ms INTEGER NOT NULL,"
    " status INTEGER NOT NULL, error TEXT NOT NULL, retry_after_ms INTEGER,"
    " pause_ms INTEGER NOT NULL, hops INTEGER NOT NULL)",
    "CREATE TABLE robots(id INTEGER PRIMARY KEY, at TEXT NOT NULL, origin TEXT NOT NULL,"
    " status INTEGER NOT NULL, error TEXT NOT NULL, rules INTEGER NOT NULL,"
    " crawl_delay_ms INTEGER, used_delay_ms INTEGER NOT NULL, kept INTEGER NOT NULL)",
    "ALTER TABLE decision ADD COLUMN path TEXT NOT NULL DEFAULT ''",
    "CREATE TABLE validator(url TEXT PRIMARY KEY, etag TEXT NOT NULL,"
    " last_modified TEXT NOT NULL) WITHOUT ROWID",
    "CREATE TABLE change(id INTEGER PRIMARY KEY, round INTEGER NOT NULL, n INTEGER NOT NULL,"
    " at TEXT NOT NULL, url TEXT NOT NULL, kind TEXT NOT NULL)",
    "CREATE INDEX change_url ON change(url)",
    "CREATE INDEX change_round ON change(round, kind)",
    "CREATE TABLE version(id INTEGER PRIMARY KEY, url TEXT NOT NULL, until INTEGER NOT NULL,"
    " path TEXT NOT NULL, path_key TEXT NOT NULL UNIQUE, mime TEXT NOT NULL,"
    " bytes INTEGER NOT NULL, sha256 TEXT NOT NULL, fetched_at TEXT NOT NULL)",
    "CREATE INDEX version_url ON version(url)",
    "CREATE INDEX version_sha256 ON version(sha256)",
    "PRAGMA user_version = 4",
});

/// What version 5 adds: links that were left out because they act, whose ids count from 1 in the
/// engine's order; parts of snapshots; and what else was left out.
constexpr auto kFifth = std::to_array<const char*>({
    "CREATE TABLE acting(id INTEGER PRIMARY KEY, at TEXT NOT NULL, url TEXT NOT NULL,"
    " page TEXT NOT NULL, anchor TEXT NOT NULL, path TEXT NOT NULL, reason TEXT NOT NULL,"
    " sure INTEGER NOT NULL)",
    // Of a snapshot in parts `bytes` is empty.
    "ALTER TABLE snapshot ADD COLUMN series INTEGER NOT NULL DEFAULT 0",
    "ALTER TABLE snapshot ADD COLUMN parts INTEGER NOT NULL DEFAULT 0",
    "ALTER TABLE snapshot ADD COLUMN size INTEGER NOT NULL DEFAULT 0",
    "CREATE TABLE snapshot_part(id INTEGER PRIMARY KEY, series INTEGER NOT NULL,"
    " part INTEGER NOT NULL, bytes BLOB NOT NULL)",
    "CREATE INDEX snapshot_part_of ON snapshot_part(series, part)",
    // Of pages that were cut: about how many links were lost, as far as known.
    "ALTER TABLE response ADD COLUMN links_cut INTEGER",
    "CREATE INDEX response_cut ON response(n) WHERE links_cut IS NOT NULL",
    "CREATE TABLE left_out(cause TEXT PRIMARY KEY, count INTEGER NOT NULL,"
    " links INTEGER NOT NULL, example TEXT NOT NULL) WITHOUT ROWID",
    "PRAGMA user_version = 5",
});
/// What version 6 adds.
constexpr auto kSixth = std::to_array<const char*>({
    "ALTER TABLE attempt ADD COLUMN sub_requests INTEGER NOT NULL DEFAULT 0",
    "PRAGMA user_version = 6",
});
/// What version 7 adds.
constexpr auto kSeventh = std::to_array<const char*>({
    "CREATE TABLE dataset(page TEXT PRIMARY KEY, json TEXT NOT NULL) WITHOUT ROWID",
    "PRAGMA user_version = 7",
});
/// What version 8 adds: what is inside files, by their contents.
constexpr auto kEighth = std::to_array<const char*>({
    "CREATE TABLE look(sha256 TEXT PRIMARY KEY, version INTEGER NOT NULL, kin TEXT NOT NULL,"
    " json TEXT NOT NULL) WITHOUT ROWID",
    "CREATE INDEX look_kin ON look(kin) WHERE kin <> ''",
    "PRAGMA user_version = 8",
});
/// What version 9 adds: names of the terms of reasons. From here on `url` has no rows any more of
/// which the decision says the same.
constexpr auto kNinth = std::to_array<const char*>({
    "CREATE TABLE term(id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE)",
    "PRAGMA user_version = 9",
});
/// What version 10 adds: the sums of rows (row_sums.hpp), those of the newest decision of a commit
/// beside it. SQLite says of rows older than a column of theirs, when they are removed, that it is
/// NULL: of tables that lose rows, none may be.
constexpr auto kTenth = std::to_array<const char*>({
    "CREATE TABLE digest(one INTEGER PRIMARY KEY, sums BLOB NOT NULL)",
    "ALTER TABLE decision ADD COLUMN sums BLOB",
    "UPDATE snapshot SET series = series",
    "PRAGMA user_version = 10",
});
static_assert(kApplicationId == 1415669588 && kSchemaVersion == 10);

struct Header {
  std::int64_t application_id = 0;
  std::int64_t version = 0;
  std::int64_t tables = 0;
};

Expected<Header> read_header(Database& database) {
  Header header;
  header.application_id = TRY(database.value<std::int64_t>("PRAGMA application_id"));
  header.version = TRY(database.value<std::int64_t>("PRAGMA user_version"));
  header.tables = TRY(database.value<std::int64_t>("SELECT count(*) FROM sqlite_schema"));
  return header;
}

Expected<void> configure(Database& database) {
  // A large commit may blow the write-ahead log up; without a limit it would keep that size. Only
  // snapshots are ever deleted, and nobody needs their bytes overwritten by zeros.
  return database.execute(
      "PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA journal_size_limit = 67108864;"
      " PRAGMA wal_autocheckpoint = 4000; PRAGMA secure_delete = OFF");
}

/// The statements that lead from each version to the next.
constexpr std::array<std::span<const char* const>, kSchemaVersion> kSteps = {
    kTables, kSecond, kThird, kFourth, kFifth, kSixth, kSeventh, kEighth, kNinth, kTenth};

/// The lines of crawl.log that an earlier version wrote may have another form.
Expected<void> note_earlier_lines(Database& database) {
  const auto answers =
      TRY(database.value<std::int64_t>("SELECT coalesce(max(n), 0) FROM response"));
  if (answers == 0) return {};
  return set_config_value(database, kEarlierLines, std::to_string(answers));
}

/// Makes of the tables of a version, 0 for none, those of this program: all or none.
Expected<void> bring_up_to_date(Database& database, std::int64_t version) {
  if (version >= kSchemaVersion) return {};
  auto transaction = TRY(sqlite::Transaction::begin(database));
  for (auto at = static_cast<std::size_t>(version); at < kSteps.size(); ++at) {
    for (const char* sql : kSteps.at(at)) TRY(database.execute(sql));
  }
  if (version < kSumsSince) TRY(note_earlier_lines(database));
  TRY(take_rows_for_right(database));
  return transaction.commit();
}

/// The tables of a new job are on the disk before there is a write-ahead log: a power failure
/// leaves them whole or not at all, never a log beside a database without tables, which is how one
/// looks that was emptied.
Expected<void> create(Database& database) {
  TRY(database.execute(
      "PRAGMA page_size = 2048; PRAGMA journal_mode = DELETE; PRAGMA synchronous = EXTRA"));
  return bring_up_to_date(database, 0);
}

/// SQLite would make it by the umask. What it makes beside the database has the same mode.
Expected<void> make_private(const std::filesystem::path& file) {
  std::error_code error;
  if (std::filesystem::exists(std::filesystem::symlink_status(file, error))) return {};
  TRY(open_file(file, O_RDWR | O_CREAT | O_EXCL));
  return {};
}

}  // namespace

Expected<Database> open_job_database(const std::filesystem::path& file) {
  std::error_code absent;
  if (std::filesystem::file_size(file, absent) == 0 && !absent) {
    TRY(folder::refuse_emptied(file.parent_path()));
  }
  TRY(make_private(file));
  auto database = TRY(Database::open(file));
  const auto header = TRY(read_header(database));
  const bool fresh = header.application_id == 0 && header.version == 0 && header.tables == 0;
  if (header.tables == 0) {
    TRY(folder::refuse_emptied(file.parent_path()));
    if (!fresh) {
      return fail(ErrorCode::invalid_data,
                  fmt::format("{} has lost its tables; it was left as it is", file.string()));
    }
  }
  if (!fresh && header.application_id != kApplicationId) {
    return fail(ErrorCode::invalid_data,
                fmt::format("{} is not the database of a Tagtrail job", file.string()));
  }
  if (header.version > kSchemaVersion) {
    return fail(ErrorCode::wrong_version,
                fmt::format("{} was written by a newer Tagtrail (job version {}, this one reads up "
                            "to {}): use that version",
                            file.string(), header.version, kSchemaVersion));
  }
  if (fresh) TRY(create(database));
  TRY(configure(database));
  // A database that has tables and no version lacks only what came later.
  if (!fresh) TRY(bring_up_to_date(database, std::max<std::int64_t>(header.version, 1)));
  keep_sums(database);
  return database;
}

}  // namespace tagtrail::host
