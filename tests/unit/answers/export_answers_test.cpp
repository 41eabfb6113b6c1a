// Jobs become one database: what is in it, what of it is kept, and what a failure leaves.
#include "answers/export_answers.hpp"

#include <fmt/format.h>
#include <signal.h>
#include <sys/resource.h>

#include "../store/job_fixture.hpp"
#include "../tables/table_tests.hpp"
#include "store/sqlite.hpp"

namespace tagtrail::host::testing {
namespace {

struct AnswersFixture {
  ScratchFolder folder;
  fs::path output = folder.path() / "answers.sqlite";

  fs::path job_with(const std::string& name, const Members& files) {
    const fs::path dir = folder.path() / name;
    fs::remove_all(dir);
    auto store = must(JobStore::open(dir));
    std::uint64_t id = 0;
    for (const auto& [path, contents] : files) {
      ++id;
      must(store->commit(
          batch_of(file_commit(*store, id, "https://example.org/" + path, contents))));
    }
    return dir;
  }
  AnswersCount export_of(const std::vector<fs::path>& jobs) {
    const auto count = must(export_answers(jobs, output, [](AnswersProgress) { return true; }));
    BOOST_REQUIRE(count.has_value());
    return *count;
  }
  /// Rows of a query, cells with `|` between them; NULL as `-`.
  std::string rows(std::string_view sql) {
    auto database = must(sqlite::Database::open_read_only(output));
    std::string text;
    must(database.each(sql, [&](const sqlite::Row& row) {
      text += text.empty() ? "" : "\n";
      for (int at = 0; at < row.size(); ++at) {
        text += (at == 0 ? "" : "|") + (row.is_null(at) ? std::string("-") : row.string(at));
      }
    }));
    return text;
  }
  bool is_whole() {
    return rows("PRAGMA integrity_check") == "ok" && rows("PRAGMA foreign_key_check").empty();
  }
};

const std::string kRegions =
    "region,people,since,code\nNorth,12,01.02.2020,007\nSouth,..,03.04.2021,010\n";

}  // namespace

BOOST_FIXTURE_TEST_SUITE(answers, AnswersFixture)

BOOST_AUTO_TEST_CASE(a_table_has_typed_columns_and_its_source) {
  const auto job = job_with("job", {{"regions.csv", kRegions}});
  const auto count = export_of({job});
  BOOST_TEST(count.tables == 1U);
  BOOST_TEST(count.rows == 2U);
  BOOST_TEST(rows("SELECT *, typeof(people), typeof(code) FROM regions") ==
             "North|12|2020-02-01|007|integer|text\nSouth|-|2021-04-03|010|null|text");
  BOOST_TEST(
      rows("SELECT name, name_in_file, type, missing FROM tagtrail_columns") ==
      "region|region|string|0\npeople|people|integer|1\nsince|since|date|0\ncode|code|string|0");
  BOOST_TEST(
      rows("SELECT t.name, t.page, t.link_words, t.path, t.url, t.rows, t.rows_cut, t.sources,"
           " f.path = t.path, length(t.sha256), t.media_type FROM tagtrail_tables t"
           " JOIN tagtrail_files f ON f.id = t.file") ==
      "regions|https://example.org/|link|files/regions.csv|https://example.org/regions.csv|2|0|1|"
      "1|64|text/csv");
  BOOST_TEST(is_whole());
}

BOOST_AUTO_TEST_CASE(titles_and_notes_are_no_rows_and_kept_beside) {
  export_of({job_with("job", {{"titled.csv",
                               "Jobs by region\n\nregion,2019,2020\nA,1,2\nB,3,4\nA,1,2\n"
                               "Source: office\n"}})});
  BOOST_TEST(rows("SELECT * FROM titled") == "A|1|2\nB|3|4\nA|1|2");
  BOOST_TEST(rows("SELECT heading, footnotes, \"rows\" FROM tagtrail_tables") ==
             "Jobs by region|Source: office|3");
}

BOOST_AUTO_TEST_CASE(long_cells_of_the_first_rows_are_whole) {
  const std::string text(5'000, 'x');
  export_of({job_with("job", {{"long.csv", "a,b\n1," + text + "\n2,y\n"}})});
  BOOST_TEST(rows("SELECT length(b) FROM long") == "5000\n1");
}

BOOST_AUTO_TEST_CASE(sheets_and_members_are_tables_each) {
  const std::string book = xlsx_of(
      {{"One",
        "<row r='1'><c r='A1' t='inlineStr'><is><t>a</t></is></c><c r='B1' t='inlineStr'><is><t>"
        "b</t></is></c></row><row r='2'><c r='A2'><v>1</v></c><c r='B2'><v>2.5</v></c></row>"},
       {"Two",
        "<row r='1'><c r='A1' t='inlineStr'><is><t>c</t></is></c></row><row r='2'><c r='A2'><v>"
        "3</v></c></row>",
        "hidden"}});
  const auto count = export_of(
      {job_with("job", {{"book.xlsx", book},
                        {"all.zip", packed({{"x/a.csv", "p,q\n1,2\n"}, {"readme.md", "words"}})},
                        {"q.zip", packed({{"q.csv", "r,s\n1,2\n"}})}})});
  BOOST_TEST(count.tables == 4U);
  BOOST_TEST(rows("SELECT name, sheet, hidden FROM tagtrail_tables ORDER BY name") ==
             "all_x_a_csv|x/a.csv|0\nbook_One|One|0\nbook_Two|Two|1\n"
             "q_csv|q.csv|0");
  BOOST_TEST(rows("SELECT *, typeof(b) FROM book_One") == "1|2.5|real");
  BOOST_TEST(rows("SELECT path, part, reason FROM tagtrail_left_out") ==
             "files/all.zip|readme.md|no table was found in it");
}

BOOST_AUTO_TEST_CASE(hostile_names_and_contents_do_nothing) {
  const std::string header = "\"x\"\"); DROP TABLE tagtrail_tables; --\",x,X,,select,\"\"\n";
  const auto job =
      job_with("job", {{"a'); DROP TABLE b.csv", header + "1,2,3,4,5,6\n'; DELETE,b,c,d,e,f\n"},
                       {"sqlite_master.csv", "a,b\n1,2\n"}});
  BOOST_TEST(export_of({job}).tables == 2U);
  BOOST_TEST(rows("SELECT name FROM tagtrail_columns WHERE table_name LIKE 'a%'") ==
             "x_DROP_TABLE_tagtrail_tables\nx\nX_2\nfield4\nselect_\nfield6");
  BOOST_TEST(rows("SELECT count(*) FROM a_DROP_TABLE_b") == "2");
  BOOST_TEST(is_whole());
}

BOOST_AUTO_TEST_CASE(equal_contents_are_one_table_with_several_sources) {
  const auto job = job_with("job", {{"a.csv", kRegions}, {"b.csv", kRegions}});
  const auto count = export_of({job});
  BOOST_TEST(count.tables == 1U);
  BOOST_TEST(count.files == 2U);
  BOOST_TEST(rows("SELECT name, sources FROM tagtrail_tables") == "a|2");
  BOOST_TEST(rows("SELECT f.path FROM tagtrail_files f JOIN tagtrail_tables t USING (sha256)") ==
             "files/a.csv\nfiles/b.csv");
}

BOOST_AUTO_TEST_CASE(what_is_no_table_is_named_with_the_reason) {
  const auto job = job_with(
      "job", {{"empty.csv", ""}, {"broken.xlsx", "PK\x03\x04 nothing"}, {"a.csv", kRegions}});
  const auto count = export_of({job});
  BOOST_TEST(count.left_files == 2U);
  BOOST_TEST(count.left_out.size() == 2U);
  fs::remove(job / "files/a.csv");
  fs::remove(output);
  BOOST_TEST(export_of({job}).left_files == 3U);
  BOOST_TEST(rows("SELECT reason FROM tagtrail_left_out WHERE path = 'files/a.csv'") ==
             "the file is gone");
  write_file(job / "files/a.csv", "other,contents\n1,2\n");
  export_of({job});
  BOOST_TEST(rows("SELECT reason FROM tagtrail_left_out WHERE path = 'files/a.csv'") ==
             "the file is not what came any more");
  write_file(job / "files/a.csv", kRegions);
  BOOST_TEST(export_of({job}).tables == 1U);
}

BOOST_AUTO_TEST_CASE(too_many_columns_are_cut_and_that_is_said) {
  std::string names;
  std::string values;
  for (int i = 0; i < 2'100; ++i) {
    names += fmt::format("{}c{}", i == 0 ? "" : ",", i);
    values += fmt::format("{}{}", i == 0 ? "" : ",", i);
  }
  const auto count = export_of({job_with("job", {{"wide.csv", names + "\n" + values + "\n"}})});
  BOOST_TEST(count.cut == 1U);
  BOOST_TEST(rows("SELECT columns_cut FROM tagtrail_tables") == "100");
  BOOST_TEST(rows("SELECT c1999 FROM wide") == "1999");
}

BOOST_AUTO_TEST_CASE(only_what_changed_is_written_again) {
  const auto one = job_with("one", {{"a.csv", kRegions}, {"b.csv", "p,q\n1,2\n"}});
  const auto two = job_with("two", {{"a.csv", "x,y\n1,2\n"}});
  BOOST_TEST(export_of({one}).tables == 2U);
  const auto more = export_of({one, two});
  BOOST_TEST(more.unchanged == 2U);
  BOOST_TEST(more.tables == 3U);
  BOOST_TEST(rows("SELECT name FROM tagtrail_tables ORDER BY name") == "a\na_2\nb");
  // Another version of a file takes the name that the earlier one leaves.
  job_with("one", {{"a.csv", "region,people\nEast,5\n"}, {"b.csv", "p,q\n1,2\n"}});
  const auto changed = export_of({one});
  BOOST_TEST(changed.unchanged == 1U);
  BOOST_TEST(changed.removed == 2U);
  BOOST_TEST(rows("SELECT * FROM a") == "East|5");
  BOOST_TEST(rows("SELECT count(*) FROM sqlite_schema WHERE name = 'a_2'") == "0");
  BOOST_TEST(is_whole());
}

BOOST_AUTO_TEST_CASE(what_others_put_into_the_file_stays) {
  const auto job = job_with("job", {{"a.csv", kRegions}});
  export_of({job});
  execute(output, "CREATE TABLE regions(x); CREATE VIEW mine AS SELECT region FROM a");
  job_with("job", {{"a.csv", kRegions}, {"regions.csv", "p,q\n1,2\n"}});
  export_of({job});
  BOOST_TEST(rows("SELECT * FROM mine") == "North\nSouth");
  BOOST_TEST(rows("SELECT * FROM regions_2") == "1|2");
}

BOOST_AUTO_TEST_CASE(other_files_are_not_written_over) {
  const auto job = job_with("job", {{"a.csv", kRegions}});
  const auto code_of = [&] {
    const auto done = export_answers({job}, output, [](AnswersProgress) { return true; });
    return done ? ErrorCode::internal : done.error().code;
  };
  write_file(output, "my notes");
  BOOST_TEST((code_of() == ErrorCode::invalid_argument));
  BOOST_TEST(read_file(output) == "my notes");
  fs::remove(output);
  execute(output, "CREATE TABLE mine(x)");
  BOOST_TEST((code_of() == ErrorCode::invalid_argument));
  output = job / "job.db";
  BOOST_TEST((code_of() == ErrorCode::invalid_argument));
  output = folder.path() / "answers.sqlite";
  BOOST_TEST((export_answers({folder.path() / "none"}, output, [](AnswersProgress) { return true; })
                  .error()
                  .code == ErrorCode::not_found));
}

BOOST_AUTO_TEST_CASE(a_link_leads_to_the_file_that_is_replaced) {
  const auto job = job_with("job", {{"a.csv", kRegions}});
  const fs::path real = folder.path() / "real.sqlite";
  fs::create_symlink(real, output);
  BOOST_TEST(export_of({job}).tables == 1U);
  BOOST_TEST(export_of({job}).unchanged == 1U);
  BOOST_TEST(fs::is_symlink(output));
  BOOST_TEST(fs::is_regular_file(real));
}

// What is in the log of another program would be lost.
BOOST_AUTO_TEST_CASE(a_database_with_changes_of_others_is_left_alone) {
  const auto job = job_with("job", {{"a.csv", kRegions}});
  export_of({job});
  const std::string before = read_file(output);
  write_file(output.string() + "-wal", "changes");
  const auto done = export_answers({job}, output, [](AnswersProgress) { return true; });
  BOOST_REQUIRE(!done.has_value());
  BOOST_TEST((done.error().code == ErrorCode::busy));
  BOOST_TEST(read_file(output) == before);
}

BOOST_AUTO_TEST_CASE(rows_that_are_not_read_are_left_out_with_the_reason) {
  export_of({job_with("job", {{"a.csv", kRegions}, {"cut.json", R"([{"x": 1}, {"x": 2}, {"x")"}})});
  BOOST_TEST(rows("SELECT rows_cut, note, (SELECT count(*) FROM cut) FROM tagtrail_tables"
                  " WHERE name = 'cut'") == "1|it is no valid JSON, or cut short|2");
  BOOST_TEST(rows("SELECT path, reason FROM tagtrail_left_out") ==
             "files/cut.json|it is no valid JSON, or cut short");
}

BOOST_AUTO_TEST_CASE(whoever_stops_it_keeps_what_he_had) {
  const auto job = job_with("job", {{"a.csv", kRegions}});
  export_of({job});
  const std::string before = read_file(output);
  job_with("job", {{"b.csv", "p,q\n1,2\n3,4\n"}});
  const auto stopped = must(export_answers({job}, output, [](AnswersProgress) { return false; }));
  BOOST_TEST(!stopped.has_value());
  BOOST_TEST(read_file(output) == before);
  BOOST_TEST(names_in(folder.path()).size() == 2U);
}

BOOST_AUTO_TEST_CASE(a_write_that_fails_leaves_the_old_file) {
  const auto job = job_with("job", {{"a.csv", kRegions}});
  export_of({job});
  const std::string before = read_file(output);
  std::string large = "n,text\n";
  for (int i = 0; i < 200'000; ++i) large += fmt::format("{},row {} of many\n", i, i);
  job_with("job", {{"large.csv", large}});
  ::signal(SIGXFSZ, SIG_IGN);
  rlimit usual{};
  ::getrlimit(RLIMIT_FSIZE, &usual);
  const rlimit little{1 << 20, usual.rlim_max};
  ::setrlimit(RLIMIT_FSIZE, &little);
  const auto done = export_answers({job}, output, [](AnswersProgress) { return true; });
  ::setrlimit(RLIMIT_FSIZE, &usual);
  BOOST_REQUIRE(!done.has_value());
  BOOST_TEST((done.error().code == ErrorCode::disk_full), done.error().message);
  BOOST_TEST(read_file(output) == before);
  BOOST_TEST(names_in(folder.path()).size() == 2U);
  BOOST_TEST(export_of({job}).rows == 200'000U);
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace tagtrail::host::testing
