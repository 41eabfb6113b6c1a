#include "answers/answers_format.hpp"

#include <fcntl.h>
#include <fmt/format.h>

#include <string>
#include <string_view>
#include <system_error>

#include "system/posix_file.hpp"

namespace tagtrail::host {
namespace {

namespace fs = std::filesystem;

constexpr std::int64_t kApplication = 0x54616741;  ///< `TagA`
constexpr std::int64_t kSchema = 1;
constexpr std::size_t kHeadBytes = 100;

constexpr auto kTables = R"sql(
CREATE TABLE tagtrail_jobs(
  id INTEGER PRIMARY KEY, folder TEXT NOT NULL UNIQUE, site TEXT, seed_url TEXT, title TEXT,
  began_at TEXT, state TEXT, ending TEXT);
CREATE TABLE tagtrail_contents(
  sha256 TEXT PRIMARY KEY, bytes INTEGER NOT NULL, format TEXT, note TEXT, reader INTEGER NOT NULL)
  WITHOUT ROWID;
CREATE TABLE tagtrail_files(
  id INTEGER PRIMARY KEY, job INTEGER NOT NULL REFERENCES tagtrail_jobs(id),
  sha256 TEXT NOT NULL REFERENCES tagtrail_contents(sha256), path TEXT NOT NULL, url TEXT NOT NULL,
  page TEXT, link_words TEXT, title TEXT, description TEXT, licence TEXT, publisher TEXT,
  issued TEXT, modified TEXT, fetched_at TEXT, media_type TEXT, bytes INTEGER NOT NULL);
CREATE INDEX tagtrail_files_by_contents ON tagtrail_files(sha256);
CREATE TABLE tagtrail_tables(
  name TEXT PRIMARY KEY COLLATE NOCASE, title TEXT, site TEXT, page TEXT, link_words TEXT,
  licence TEXT, publisher TEXT, date TEXT, fetched_at TEXT, path TEXT, url TEXT, media_type TEXT,
  sheet TEXT, hidden INTEGER NOT NULL, heading TEXT, footnotes TEXT, "rows" INTEGER NOT NULL,
  rows_cut INTEGER NOT NULL, columns_cut INTEGER NOT NULL, note TEXT,
  sha256 TEXT NOT NULL REFERENCES tagtrail_contents(sha256),
  file INTEGER REFERENCES tagtrail_files(id), sources INTEGER);
CREATE INDEX tagtrail_tables_by_contents ON tagtrail_tables(sha256);
CREATE TABLE tagtrail_columns(
  table_name TEXT NOT NULL COLLATE NOCASE REFERENCES tagtrail_tables(name), position INTEGER NOT NULL,
  name TEXT NOT NULL, name_in_file TEXT NOT NULL, type TEXT NOT NULL, unit TEXT,
  missing INTEGER NOT NULL, kept_as_text INTEGER NOT NULL, PRIMARY KEY(table_name, position))
  WITHOUT ROWID;
CREATE TABLE tagtrail_reasons(
  sha256 TEXT NOT NULL REFERENCES tagtrail_contents(sha256), part TEXT, reason TEXT NOT NULL);
CREATE INDEX tagtrail_reasons_by_contents ON tagtrail_reasons(sha256);
CREATE VIEW tagtrail_left_out AS
  SELECT f.id AS file, f.path, r.part, r.reason, f.url, f.page, f.sha256
  FROM tagtrail_reasons r JOIN tagtrail_files f USING (sha256);
)sql";

std::uint32_t big_endian(std::string_view bytes, std::size_t at) {
  std::uint32_t number = 0;
  for (std::size_t i = at; i < at + 4; ++i) {
    number = number << 8U | static_cast<unsigned char>(bytes[i]);
  }
  return number;
}

/// Refuses what is no such database: the file format of SQLite has both numbers in its first bytes.
Expected<void> check_head(std::string_view head, const fs::path& output) {
  constexpr std::size_t kVersionAt = 60;
  constexpr std::size_t kApplicationAt = 68;
  const bool ours = head.size() == kHeadBytes && head.starts_with("SQLite format 3") &&
                    big_endian(head, kApplicationAt) == kApplication;
  if (!ours) {
    return fail(ErrorCode::invalid_argument,
                output.string() +
                    " is there already, and not a database that `tagtrail export "
                    "--format sqlite` made: name another file");
  }
  if (big_endian(head, kVersionAt) > kSchema) {
    return fail(ErrorCode::wrong_version, output.string() +
                                              " was written by a newer Tagtrail: use that version, "
                                              "or name another file");
  }
  return {};
}

}  // namespace

Expected<void> copy_answers(const fs::path& output, AtomicFile& file) {
  std::error_code ignored;
  if (!fs::exists(output, ignored) || fs::file_size(output, ignored) == 0) return {};
  for (const char* beside : {"-wal", "-journal"}) {
    if (const auto size = fs::file_size(output.string() + beside, ignored); !ignored && size > 0) {
      return fail(ErrorCode::busy,
                  fmt::format("{0} has changes that are not in it yet ({0}{1}): close it in the "
                              "program that makes them, or open it once with sqlite3",
                              output.string(), beside));
    }
  }
  const auto opened = TRY(open_file(output, O_RDONLY));
  std::string head;
  TRY(each_piece(opened, output, [&](std::string_view piece) -> Expected<void> {
    if (head.empty()) {
      head = piece.substr(0, kHeadBytes);
      TRY(check_head(head, output));
    }
    return file.write(piece);
  }));
  return {};
}

Expected<void> make_answers_tables(sqlite::Database& database) {
  if (TRY(database.value<std::int64_t>("PRAGMA application_id")) != kApplication) {
    TRY(database.execute(kTables));
    TRY(database.execute(
        fmt::format("PRAGMA application_id = {}; PRAGMA user_version = {}", kApplication, kSchema)
            .c_str()));
  }
  return {};
}

}  // namespace tagtrail::host
