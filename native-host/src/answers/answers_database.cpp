#include "answers/answers_database.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <utility>

#include "answers/answers_format.hpp"
#include "answers/cell_values.hpp"
#include "tables/limits.hpp"
#include "tagtrail/text.hpp"

namespace tagtrail::host {

using sqlite::Row;

namespace {

namespace fs = std::filesystem;

constexpr int kReader = kLookVersion * 1000 + kAnswersVersion;
constexpr std::size_t kAroundBytes = 2'000;

/// What a table is called after: its file, and its sheet or member unless that has the file's name.
std::string words_for(const std::string& file, const std::string& part) {
  if (part.empty()) return file;
  return starts_with_ignoring_case(part, ascii_lower(file)) ? part : file + " " + part;
}

/// NULL for what nobody said.
std::optional<std::string_view> said(const std::string& text) {
  if (text.empty()) return std::nullopt;
  return text;
}

}  // namespace

/// A table that is being written.
struct AnswersDatabase::NewTable {
  const TableLook* look = nullptr;
  std::string name;
  std::vector<std::string> columns;
  std::vector<CellReader> readers;
  sqlite::StatementPtr insert;
  std::uint64_t rows = 0;
  std::string heading;
  std::string footnotes;

  /// A row that was set aside, as words.
  void add_around(const RowSpool::SpooledRow& row) {
    if (row.number == look->header_row) return;
    std::string& text = rows == 0 ? heading : footnotes;
    std::string line;
    for (const std::string_view cell : row.cells) {
      const std::string words = collapse_space(cell);
      if (!words.empty()) line += (line.empty() ? "" : " ") + words;
    }
    if (line.empty() || text.size() >= kAroundBytes) return;
    text += (text.empty() ? "" : "\n") + to_valid_utf8(utf8_prefix(line, kAroundBytes));
  }

  void bind(const RowView& cells) {
    for (std::size_t at = 0; at < readers.size(); ++at) {
      const SqlValue value = at < cells.size() ? readers[at].read(cells[at]) : SqlValue();
      const int index = static_cast<int>(at) + 1;
      if (const auto* integer = std::get_if<std::int64_t>(&value)) {
        sqlite3_bind_int64(insert.get(), index, *integer);
      } else if (const auto* real = std::get_if<double>(&value)) {
        sqlite3_bind_double(insert.get(), index, *real);
      } else if (const auto* text = std::get_if<std::string_view>(&value)) {
        sqlite3_bind_text64(insert.get(), index, text->data(), text->size(), SQLITE_STATIC,
                            SQLITE_UTF8);
      } else {
        sqlite3_bind_null(insert.get(), index);
      }
    }
  }
};

Expected<AnswersDatabase> AnswersDatabase::open(const fs::path& output) {
  auto file = TRY(AtomicFile::create(output, kUsersFile));
  TRY(copy_answers(output, file));
  const auto path = TRY(file.hand_over());
  auto opened = TRY(sqlite::Database::open(path));
  AnswersDatabase database(std::move(file), std::move(opened));
  TRY(database.prepare());
  return database;
}

/// The file is thrown away unless all goes well, so nothing has to be undone.
Expected<void> AnswersDatabase::prepare() {
  sqlite3_db_config(database_.handle(), SQLITE_DBCONFIG_DEFENSIVE, 0, nullptr);
  TRY(
      database_.execute("PRAGMA locking_mode = EXCLUSIVE; PRAGMA journal_mode = OFF;"
                        "PRAGMA synchronous = OFF; PRAGMA cache_size = -32768; BEGIN"));
  TRY(make_answers_tables(database_));
  TRY(database_.execute("DELETE FROM tagtrail_files; DELETE FROM tagtrail_jobs"));
  // What others have put into the file keeps its names.
  return database_.each("SELECT name FROM sqlite_schema",
                        [this](const Row& row) { names_.take(row.text(0)); });
}

Expected<std::int64_t> AnswersDatabase::add_job(const AnswersJob& job) {
  TRY(
      database_.run("INSERT INTO tagtrail_jobs(folder, site, seed_url, title, began_at, state,"
                    " ending) VALUES(?, ?, ?, ?, ?, ?, ?)",
                    job.folder, said(job.site), said(job.seed_url), said(job.title),
                    said(job.began_at), said(job.state), said(job.ending)));
  return sqlite3_last_insert_rowid(database_.handle());
}

Expected<void> AnswersDatabase::add_file(std::int64_t job, const TargetRow& target,
                                         const AnswersFile& file) {
  return database_.run(
      "INSERT INTO tagtrail_files(job, sha256, path, url, page, link_words, title, description,"
      " licence, publisher, issued, modified, fetched_at, media_type, bytes)"
      " VALUES(?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
      job, target.sha256, target.path, target.url, said(target.page), said(target.anchor),
      said(file.title), said(file.description), said(file.licence), said(file.publisher),
      said(file.issued), said(file.modified), said(target.fetched_at), said(target.mime),
      target.bytes);
}

Expected<std::vector<UnreadContents>> AnswersDatabase::settle() {
  std::vector<std::string> over;
  TRY(database_.each(
      "SELECT sha256 FROM tagtrail_contents WHERE reader <> ?"
      " OR sha256 NOT IN (SELECT sha256 FROM tagtrail_files)",
      [&](const Row& row) { over.push_back(row.string(0)); }, kReader));
  for (const std::string& sha256 : over) {
    TRY(drop_tables_of(sha256));
    TRY(database_.run("DELETE FROM tagtrail_reasons WHERE sha256 = ?", sha256));
    TRY(database_.run("DELETE FROM tagtrail_contents WHERE sha256 = ?", sha256));
  }
  std::vector<UnreadContents> unread;
  // Of the columns that are not aggregated, SQLite takes those of the row with the minimum.
  TRY(database_.each(
      "SELECT f.sha256, j.folder, f.path, f.bytes, min(f.id) FROM tagtrail_files f"
      " JOIN tagtrail_jobs j ON j.id = f.job"
      " WHERE f.sha256 NOT IN (SELECT sha256 FROM tagtrail_contents) GROUP BY f.sha256"
      " ORDER BY min(f.id)",
      [&](const Row& row) {
        unread.push_back({row.string(0), fs::path(row.string(1)) / row.string(2), row.number(3)});
      }));
  return unread;
}

Expected<void> AnswersDatabase::drop_tables_of(const std::string& sha256) {
  std::vector<std::string> tables;
  TRY(database_.each(
      "SELECT name FROM tagtrail_tables WHERE sha256 = ?",
      [&](const Row& row) { tables.push_back(row.string(0)); }, sha256));
  for (const std::string& name : tables) {
    TRY(database_.execute(fmt::format("DROP TABLE IF EXISTS {}", sql_quoted(name)).c_str()));
    TRY(database_.run("DELETE FROM tagtrail_columns WHERE table_name = ?", name));
    TRY(database_.run("DELETE FROM tagtrail_tables WHERE name = ?", name));
    names_.give_back(name);
    ++removed_;
  }
  return {};
}

Expected<AnswersDatabase::NewTable> AnswersDatabase::create_table(const UnreadContents& contents,
                                                                  const TableLook& table,
                                                                  const RowSpool& spool) {
  NewTable made;
  made.look = &table;
  made.name = names_.of(words_for(contents.file.stem().string(), table.name), "data");
  SqlNames columns;
  std::string declared;
  std::string places;
  for (std::size_t at = 0; at < table.fields.size(); ++at) {
    const FieldLook& field = table.fields[at];
    made.columns.push_back(columns.of(field.name, "column" + std::to_string(at + 1)));
    made.readers.emplace_back(field, spool.has_long_codes(*table.told_as, at));
    declared += fmt::format("{}{} {}", at == 0 ? "" : ", ", sql_quoted(made.columns.back()),
                            made.readers.back().sql_type());
    places += at == 0 ? "?" : ", ?";
  }
  TRY(database_.execute(
      fmt::format("CREATE TABLE {}({})", sql_quoted(made.name), declared).c_str()));
  const std::string insert =
      fmt::format("INSERT INTO {} VALUES({})", sql_quoted(made.name), places);
  sqlite3_stmt* raw = nullptr;
  const int code = sqlite3_prepare_v3(database_.handle(), insert.c_str(), -1,
                                      SQLITE_PREPARE_PERSISTENT, &raw, nullptr);
  if (code != SQLITE_OK) return database_.error(code);
  made.insert.reset(raw);
  return made;
}

Expected<void> AnswersDatabase::add_rows(std::vector<NewTable>& tables, RowSpool& spool) {
  std::map<std::uint32_t, NewTable*> told;
  for (NewTable& table : tables) told[*table.look->told_as] = &table;
  return spool.each_row([&](const RowSpool::SpooledRow& row) -> Expected<void> {
    const auto found = told.find(row.table);
    if (found == told.end()) return {};
    NewTable& table = *found->second;
    if (!row.is_data) {
      table.add_around(row);
      return {};
    }
    table.bind(row.cells);
    if (const int code = sqlite3_step(table.insert.get()); code != SQLITE_DONE) {
      return database_.error(code);
    }
    sqlite3_reset(table.insert.get());
    ++table.rows;
    return {};
  });
}

Expected<void> AnswersDatabase::describe(const UnreadContents& contents, const Look& look,
                                         const NewTable& made) {
  const TableLook& table = *made.look;
  TRY(database_.run(
      "INSERT INTO tagtrail_tables(name, sheet, hidden, heading, footnotes, \"rows\","
      " rows_cut, columns_cut, note, sha256) VALUES(?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
      made.name, said(table.name), table.hidden, said(made.heading), said(made.footnotes),
      made.rows, table.rows_at_least, table.fields_more, said(look.note), contents.sha256));
  for (std::size_t at = 0; at < table.fields.size(); ++at) {
    const FieldLook& field = table.fields[at];
    const CellReader& reader = made.readers[at];
    TRY(database_.run("INSERT INTO tagtrail_columns VALUES(?, ?, ?, ?, ?, ?, ?, ?)", made.name,
                      at + 1, made.columns[at], to_valid_utf8(field.name), reader.type(),
                      said(field.unit), reader.missing(), reader.unfit()));
  }
  return {};
}

Expected<void> AnswersDatabase::write(const UnreadContents& contents, const Look& look,
                                      RowSpool& spool) {
  TRY(
      database_.run("INSERT INTO tagtrail_contents(sha256, bytes, format, note, reader)"
                    " VALUES(?, ?, ?, ?, ?)",
                    contents.sha256, contents.bytes, said(look.format), said(look.note), kReader));
  std::vector<NewTable> tables;
  for (const TableLook& table : look.tables) {
    if (!table.told_as || table.fields.empty()) {
      TRY(note_left_out(contents.sha256, table.name,
                        look.note.empty() ? "its rows can't be read" : look.note));
      continue;
    }
    tables.push_back(TRY(create_table(contents, table, spool)));
  }
  TRY(add_rows(tables, spool));
  for (const NewTable& table : tables) TRY(describe(contents, look, table));
  made_ += tables.size();
  return note_what_is_left(contents, look, tables.size());
}

Expected<void> AnswersDatabase::note_left_out(const std::string& sha256, const std::string& part,
                                              const std::string& reason) {
  return database_.run("INSERT INTO tagtrail_reasons VALUES(?, ?, ?)", sha256, said(part), reason);
}

Expected<void> AnswersDatabase::note_what_is_left(const UnreadContents& contents, const Look& look,
                                                  std::size_t tables) {
  constexpr const char* kNone = "no table was found in it";
  // Their text is looked at, never their tables.
  constexpr const char* kPdf = "tables in PDF files are not read";
  if (look.tables.empty() && look.members.empty()) {
    const char* none = look.format == "pdf" ? kPdf : kNone;
    return note_left_out(contents.sha256, "", look.note.empty() ? none : look.note);
  }
  for (const MemberLook& member : look.members) {
    const auto is_of_it = [&](const TableLook& table) {
      return table.name == member.path || table.name.starts_with(member.path + ": ");
    };
    if (std::any_of(look.tables.begin(), look.tables.end(), is_of_it)) continue;
    TRY(note_left_out(contents.sha256, member.path, kNone));
  }
  if (look.members_more > 0) {
    TRY(note_left_out(
        contents.sha256, "",
        fmt::format("of {} more members, those without a table are not named", look.members_more)));
  }
  if (look.tables_more > 0) {
    TRY(note_left_out(
        contents.sha256, "",
        fmt::format("{} more tables, beyond the first {}", look.tables_more, tables)));
  }
  // Of what was not read to its end, there may be more than the tables that are known.
  const bool is_cut = std::any_of(look.tables.begin(), look.tables.end(),
                                  [](const TableLook& table) { return table.rows_at_least; });
  if (!look.note.empty() && (is_cut || !look.members.empty())) {
    TRY(note_left_out(contents.sha256, "", look.note));
  }
  return {};
}

Expected<void> AnswersDatabase::leave_out(const UnreadContents& contents,
                                          const std::string& reason) {
  constexpr int kAgain = 0;  // no reader of ours has this version
  TRY(database_.run("INSERT INTO tagtrail_contents(sha256, bytes, reader) VALUES(?, ?, ?)",
                    contents.sha256, contents.bytes, kAgain));
  return note_left_out(contents.sha256, "", reason);
}

Expected<AnswersCount> AnswersDatabase::finish() {
  TRY(database_.execute(
      "UPDATE tagtrail_tables SET (file, sources) ="
      "  (SELECT min(id), count(*) FROM tagtrail_files f WHERE f.sha256 = tagtrail_tables.sha256);"
      "UPDATE tagtrail_tables SET title = f.title, site = j.site, page = f.page,"
      "  link_words = f.link_words, licence = f.licence, publisher = f.publisher,"
      "  date = coalesce(f.modified, f.issued), fetched_at = f.fetched_at, path = f.path,"
      "  url = f.url, media_type = f.media_type"
      "  FROM tagtrail_files f JOIN tagtrail_jobs j ON j.id = f.job WHERE f.id = file"));
  AnswersCount count;
  const auto read = [this](const char* sql, auto&... fields) {
    return database_.each(sql, [&](const Row& row) { row.into(fields...); });
  };
  TRY(read("SELECT count(*) FROM tagtrail_jobs", count.jobs));
  TRY(read("SELECT count(*), count(DISTINCT sha256) FROM tagtrail_files", count.files,
           count.contents));
  TRY(
      read("SELECT count(*), coalesce(sum(\"rows\"), 0),"
           " count(*) FILTER (WHERE rows_cut OR columns_cut > 0) FROM tagtrail_tables",
           count.tables, count.rows, count.cut));
  TRY(
      read("SELECT count(*) FROM tagtrail_files"
           " WHERE sha256 NOT IN (SELECT sha256 FROM tagtrail_tables)",
           count.left_files));
  TRY(database_.each(
      "SELECT reason, count(*) FROM tagtrail_left_out GROUP BY reason"
      " ORDER BY count(*) DESC, reason",
      [&](const Row& row) { count.left_out.emplace_back(row.string(0), row.number(1)); }));
  count.unchanged = count.tables - made_;
  count.removed = removed_;
  return count;
}

Expected<void> AnswersDatabase::publish() {
  TRY(database_.execute("COMMIT"));
  // Closed before it is anybody's.
  { const sqlite::Database closed = std::move(database_); }
  return file_.publish();
}

}  // namespace tagtrail::host
