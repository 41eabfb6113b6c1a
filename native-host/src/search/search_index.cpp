#include "search/search_index.hpp"

#include <fcntl.h>
#include <fmt/format.h>

#include <system_error>

#include "store/job_folder.hpp"
#include "system/posix_file.hpp"
#include "tables/look.hpp"

namespace tagtrail::host {

using sqlite::Database;
using sqlite::Row;

namespace {

namespace fs = std::filesystem;

constexpr std::int64_t kApplication = 0x54616753;  ///< `TagS`
constexpr std::int64_t kVersion = kLookVersion * 1000 + kSearchVersion;

/// `words` has no texts, only where their words are: a row that is gone stays in it, without one
/// in `tables`. Numbers of rows are never given twice.
constexpr auto kTables = R"sql(
CREATE TABLE about(name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE tables(
  id INTEGER PRIMARY KEY AUTOINCREMENT, sha256 TEXT NOT NULL, part INTEGER NOT NULL,
  path TEXT NOT NULL, url TEXT NOT NULL, page TEXT NOT NULL, page_title TEXT NOT NULL,
  link_words TEXT NOT NULL, title TEXT NOT NULL, licence TEXT NOT NULL, publisher TEXT NOT NULL,
  date TEXT NOT NULL, media_type TEXT NOT NULL, format TEXT NOT NULL, sheet TEXT NOT NULL,
  "rows" INTEGER NOT NULL, rows_at_least INTEGER NOT NULL, columns INTEGER NOT NULL,
  header_row INTEGER NOT NULL, names TEXT NOT NULL, sample TEXT NOT NULL, years TEXT NOT NULL,
  words_left INTEGER NOT NULL, heading TEXT NOT NULL, "values" TEXT NOT NULL,
  values_left INTEGER NOT NULL);
CREATE INDEX tables_by_contents ON tables(sha256);
CREATE TABLE likeness(id INTEGER PRIMARY KEY, vector BLOB NOT NULL, kin TEXT NOT NULL,
  kinds TEXT NOT NULL, "values" BLOB NOT NULL);
CREATE VIRTUAL TABLE words USING fts5(header, "rows", heading, said, name, around,
  content='', detail=column, columnsize=0, tokenize='porter unicode61 remove_diacritics 2');
)sql";

constexpr std::string_view kSelect =
    "SELECT sha256, part, path, url, page, page_title, link_words, title, licence, publisher,"
    " date, media_type, format, sheet, \"rows\", rows_at_least, columns, header_row, names,"
    " sample, years, words_left, heading, \"values\", values_left FROM tables";

IndexedTable table_of(const Row& row) {
  IndexedTable t;
  row.into(t.sha256, t.part, t.path, t.url, t.page, t.page_title, t.link_words, t.title, t.licence,
           t.publisher, t.date, t.media_type, t.format, t.sheet, t.rows, t.rows_at_least, t.columns,
           t.header_row, t.names, t.sample, t.years, t.words_left, t.heading, t.values,
           t.values_left);
  return t;
}

fs::path file_of(const fs::path& dir) { return dir / folder::kSearch; }

/// As a blob: a byte for each phrase of the query, with a bit for each column that has it.
void where_of(const Fts5ExtensionApi* api, Fts5Context* fts, sqlite3_context* result, int,
              sqlite3_value**) {
  std::string places;
  const int phrases = api->xPhraseCount(fts);
  for (int phrase = 0; phrase < phrases; ++phrase) {
    unsigned columns = 0;
    Fts5PhraseIter at{};
    int column = -1;
    if (const int code = api->xPhraseFirstColumn(fts, phrase, &at, &column); code != SQLITE_OK) {
      return sqlite3_result_error_code(result, code);
    }
    for (; column >= 0; api->xPhraseNextColumn(fts, &at, &column)) {
      columns |= 1U << static_cast<unsigned>(column);
    }
    places += static_cast<char>(columns);
  }
  sqlite3_result_blob(result, places.data(), static_cast<int>(places.size()), SQLITE_TRANSIENT);
}

Expected<void> add_functions(Database& database) {
  fts5_api* api = TRY(fts5_of(database));
  const int code = api->xCreateFunction(api, "where_of", nullptr, where_of, nullptr);
  return code == SQLITE_OK ? Expected<void>{} : database.error(code);
}

/// A word in FTS5's language: letters and digits between quotes are nothing else there. It is
/// tokenized there once more, so what is written is asked for where that comes to the same.
std::string quoted(const std::string& word) { return '"' + word + '"'; }
std::string with_longer(const SearchWord& word) {
  if (word.beginning.empty()) return quoted(word.written);
  return quoted(word.beginning == word.token ? word.written : word.beginning) + " *";
}

Expected<void> copy_into(const fs::path& from, AtomicFile& to) {
  const auto source = TRY(open_file(from, O_RDONLY));
  TRY(each_piece(source, from, [&](std::string_view piece) { return to.write(piece); }));
  return {};
}

}  // namespace

Expected<SearchIndex> SearchIndex::open(const fs::path& dir) {
  const fs::path file = file_of(dir);
  std::error_code error;
  if (!fs::exists(fs::symlink_status(file, error))) {
    return fail(ErrorCode::not_found, fmt::format("{} is not there", file.string()));
  }
  SearchIndex index(TRY(Database::open_unshared(file)));
  TRY(index.expect_ours(file));
  TRY(add_functions(index.database_));
  return index;
}

Expected<void> SearchIndex::expect_ours(const fs::path& file) {
  const auto application = TRY(database_.value<std::int64_t>("PRAGMA application_id"));
  const auto tables = TRY(database_.value<std::int64_t>("SELECT count(*) FROM sqlite_schema"));
  if (application != kApplication && tables > 0) {
    return fail(
        ErrorCode::refused,
        fmt::format("{} is a database of something else; it was left as it is", file.string()));
  }
  if (TRY(database_.value<std::int64_t>("PRAGMA user_version")) == kVersion) return {};
  return fail(ErrorCode::wrong_version, fmt::format("{} is of another version", file.string()));
}

Expected<SearchIndex> SearchIndex::start_on_disk(const fs::path& dir, bool anew) {
  const auto old = open(dir);
  if (!old && old.error().code == ErrorCode::refused) return tl::unexpected(old.error());
  auto written = TRY(AtomicFile::create(file_of(dir), kPrivateFile));
  const bool copied = old && !anew;
  if (copied) TRY(copy_into(file_of(dir), written));
  const fs::path path = TRY(written.hand_over());
  SearchIndex index(TRY(Database::open(path)));
  index.file_.emplace(std::move(written));
  // The file is thrown away unless all goes well, so nothing has to be undone.
  TRY(index.database_.execute(
      "PRAGMA locking_mode = EXCLUSIVE; PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF;"
      "PRAGMA cache_size = -16384; BEGIN"));
  if (!copied) TRY(index.make_tables());
  return index;
}

Expected<SearchIndex> SearchIndex::start_in_memory(const fs::path& dir, bool anew) {
  SearchIndex index(TRY(Database::open(":memory:")));
  index.is_in_memory_ = true;
  auto old = open(dir);
  if (!old || anew) {
    TRY(index.make_tables());
  } else {
    sqlite3* to = index.database_.handle();
    sqlite3_backup* copy = sqlite3_backup_init(to, "main", old->database_.handle(), "main");
    if (copy != nullptr) sqlite3_backup_step(copy, -1);
    if (const int code = sqlite3_backup_finish(copy); copy == nullptr || code != SQLITE_OK) {
      return index.database_.error(copy == nullptr ? SQLITE_ERROR : code);
    }
    TRY(add_functions(index.database_));
  }
  TRY(index.database_.execute("BEGIN"));
  return index;
}

Expected<void> SearchIndex::make_tables() {
  TRY(database_.execute(kTables));
  const std::string marks =
      fmt::format("PRAGMA application_id = {}; PRAGMA user_version = {}", kApplication, kVersion);
  TRY(database_.execute(marks.c_str()));
  return add_functions(database_);
}

Expected<std::string> SearchIndex::get(std::string_view name) {
  return database_.value<std::string>("SELECT value FROM about WHERE name = ?", name);
}

Expected<void> SearchIndex::set(std::string_view name, std::string_view value) {
  return database_.run("INSERT OR REPLACE INTO about VALUES(?, ?)", name, value);
}

Expected<std::unordered_set<std::string>> SearchIndex::contents() {
  std::unordered_set<std::string> contents;
  TRY(database_.each("SELECT sha256 FROM tables",
                     [&](const Row& row) { contents.insert(row.string(0)); }));
  return contents;
}

Expected<void> SearchIndex::add(const IndexedTable& table, const FieldWords& words,
                                const std::optional<IndexedTraits>& traits) {
  TRY(database_.run(
      "INSERT INTO tables(sha256, part, path, url, page, page_title, link_words,"
      " title, licence, publisher, date, media_type, format, sheet, \"rows\","
      " rows_at_least, columns, header_row, names, sample, years, words_left, heading, \"values\","
      " values_left)"
      " VALUES(?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
      table.sha256, table.part, table.path, table.url, table.page, table.page_title,
      table.link_words, table.title, table.licence, table.publisher, table.date, table.media_type,
      table.format, table.sheet, table.rows, table.rows_at_least, table.columns, table.header_row,
      table.names, table.sample, table.years, table.words_left, table.heading, table.values,
      table.values_left));
  const auto id = sqlite3_last_insert_rowid(database_.handle());
  if (traits) {
    TRY(database_.run("INSERT INTO likeness VALUES(?, ?, ?, ?, ?)", id,
                      sqlite::Blob{traits->vector}, traits->kin, traits->kinds,
                      sqlite::Blob{traits->values}));
  }
  FieldWords texts;
  for (std::size_t at = 0; at < kSearchFields; ++at) texts.at(at) = search_text(words.at(at));
  return database_.run(
      "INSERT INTO words(rowid, header, \"rows\", heading, said, name, around)"
      " VALUES(?, ?, ?, ?, ?, ?, ?)",
      id, texts[0], texts[1], texts[2], texts[3], texts[4], texts[5]);
}

Expected<void> SearchIndex::remove(const std::string& sha256) {
  TRY(database_.run("DELETE FROM likeness WHERE id IN (SELECT id FROM tables WHERE sha256 = ?)",
                    sha256));
  return database_.run("DELETE FROM tables WHERE sha256 = ?", sha256);
}

Expected<bool> SearchIndex::is_worn() {
  constexpr std::uint64_t kFew = 100;
  const auto given =
      TRY(database_.value<std::uint64_t>("SELECT seq FROM sqlite_sequence WHERE name = 'tables'"));
  const auto left = TRY(count());
  return given > 2 * left + kFew;
}

Expected<void> SearchIndex::publish() {
  TRY(database_.execute("INSERT INTO words(words) VALUES('optimize')"));
  TRY(database_.execute("COMMIT"));
  if (!file_) return {};
  { const Database closed = std::move(database_); }
  return file_->publish();
}

Expected<std::vector<SearchHit>> SearchIndex::find(const std::vector<SearchWord>& words) {
  std::string query;
  for (const SearchWord& word : words) {
    query += fmt::format("{}{} OR {}", query.empty() ? "" : " OR ", quoted(word.written),
                         with_longer(word));
  }
  std::vector<SearchHit> hits;
  TRY(database_.each(
      "SELECT words.rowid, where_of(words) FROM words WHERE words MATCH ?"
      " AND +words.rowid IN (SELECT id FROM tables)",
      [&](const Row& row) {
        hits.push_back({row.integer(0), row.string(1)});
      },
      query));
  return hits;
}

Expected<std::unordered_set<std::int64_t>> SearchIndex::find_all(
    const std::vector<SearchWord>& words) {
  std::string query;
  for (const SearchWord& word : words) {
    query += fmt::format("{}{{header rows heading said}} : {}", query.empty() ? "" : " AND ",
                         with_longer(word));
  }
  std::unordered_set<std::int64_t> found;
  TRY(database_.each(
      "SELECT rowid FROM words WHERE words MATCH ?",
      [&](const Row& row) { found.insert(row.integer(0)); }, query));
  return found;
}

Expected<std::optional<IndexedTable>> SearchIndex::table(std::int64_t id) {
  static const std::string kOne = std::string(kSelect) + " WHERE id = ?";
  std::optional<IndexedTable> found;
  TRY(database_.each(
      kOne, [&](const Row& row) { found = table_of(row); }, id));
  return found;
}

Expected<void> SearchIndex::each_table(const std::function<bool(const IndexedTable&)>& take) {
  static const std::string kAll = std::string(kSelect) + " ORDER BY id";
  bool going = true;
  // What is left out costs a step of SQLite each.
  return database_.each(kAll, [&](const Row& row) { going = going && take(table_of(row)); });
}

Expected<void> SearchIndex::each_vector(
    const std::function<Expected<void>(std::int64_t, std::string_view)>& take) {
  return database_.each("SELECT id, vector FROM likeness",
                        [&](const Row& row) { return take(row.integer(0), row.cell(1).bytes); });
}

Expected<std::optional<IndexedTraits>> SearchIndex::traits(std::int64_t id) {
  std::optional<IndexedTraits> found;
  TRY(database_.each(
      "SELECT vector, kin, kinds, \"values\" FROM likeness WHERE id = ?",
      [&](const Row& row) {
        const auto bytes = [&](int column) {
          const std::string_view text = row.cell(column).bytes;
          return Bytes(text.begin(), text.end());
        };
        found = {bytes(0), row.string(1), row.string(2), bytes(3)};
      },
      id));
  return found;
}

Expected<std::uint64_t> SearchIndex::count() {
  return database_.value<std::uint64_t>("SELECT count(*) FROM tables");
}

}  // namespace tagtrail::host
