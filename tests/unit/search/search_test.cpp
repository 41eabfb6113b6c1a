// Tables of jobs are found by their words: which come first, what is shown, and what hostile
// contents and damaged indexes change.
#include <fmt/format.h>
#include <signal.h>
#include <sys/resource.h>

#include "search_fixture.hpp"
#include "store/folder_lock.hpp"

using namespace std::string_literals;

namespace tagtrail::host::testing {
namespace {

const std::string kRegions =
    "region,year,unemployment\nNorthmere,2022,12\nBrae Coast,2023,15\nNorthmere,2023,13\n";
const std::string kOther = "name,amount\nalpha,1\nbeta,2\n";

}  // namespace

BOOST_FIXTURE_TEST_SUITE(search_tables, SearchFixture)

BOOST_AUTO_TEST_CASE(what_a_table_holds_comes_before_what_it_is_called) {
  const auto job = job_with("job", {{"unemployment-by-region.csv", kOther}, {"a1.csv", kRegions}});
  const auto result = search(job, "unemployment by region");
  BOOST_TEST(found(result) == "a1 unemployment-by-region");
  BOOST_TEST(result.fillers.size() == 1U);
  BOOST_TEST(result.tables == 2U);
  BOOST_TEST(result.found == 2U);
}

BOOST_AUTO_TEST_CASE(the_rows_with_the_words_are_shown) {
  const auto job = job_with("job", {{"a1.csv", kRegions}});
  const auto answer = search(job, "unemployment northmere").answers.at(0);
  BOOST_TEST(rows_of(answer) == "Northmere|2022|12\nNorthmere|2023|13");
  BOOST_TEST(answer.rows.numbers == (std::vector<std::uint64_t>{2, 4}),
             boost::test_tools::per_element());
  BOOST_TEST(answer.rows.note == "");
  SearchQuery query{.words = "unemployment", .first_year = 2023, .last_year = 2023, .rows = 2};
  BOOST_TEST(rows_of(search_all({job}, query).answers.at(0)) ==
             "Brae Coast|2023|15\nNorthmere|2023|13");
}

BOOST_AUTO_TEST_CASE(of_a_wide_table_columns_with_the_words_are_shown) {
  std::string header = "place";
  std::string row = "Hill";
  for (int at = 1; at < 100; ++at) {
    header += fmt::format(",{}", at == 90 ? "Nitrate (mg/l)" : "column" + std::to_string(at));
    row += fmt::format(",{}", at);
  }
  const auto job = job_with("job", {{"wide.csv", header + "\n" + row + "\n" + row + "\n"}});
  const auto answer = search(job, "nitrate").answers.at(0);
  BOOST_TEST(answer.table.columns == 100U);
  BOOST_TEST(answer.rows.names.size() == 8U);
  BOOST_TEST(answer.rows.names.front() == "place");
  BOOST_TEST(answer.rows.names.back() == "Nitrate (mg/l)");
  BOOST_TEST(answer.rows.rows.at(0).back() == "90");
}

BOOST_AUTO_TEST_CASE(pages_give_words_and_titles) {
  const auto job = job_with("job", {{"a1.csv", kOther}}, "Schools of the county");
  const auto answer = search(job, "schools county heading").answers.at(0);
  BOOST_TEST(answer.table.page_title == "Schools of the county");
  BOOST_TEST(answer.table.title == "Heading of a1.csv");
  BOOST_TEST(answer.table.page == "https://example.org/");
  BOOST_TEST(found(search(job, "beside")) == "a1");
}

BOOST_AUTO_TEST_CASE(case_accents_endings_and_beginnings_do_not_count) {
  const auto job =
      job_with("job", {{"a.csv", "Région,Arbeitslosenquote,x\nÎle-de-France,hoch,y\nSüd,tief,z\n"},
                       {"b.csv", "地域,失業率,x\n東京,高い,y\n大阪,低い,z\n"}});
  BOOST_TEST(found(search(job_with("english", {{"c.csv", "Unemployed persons,x\nup,1\n"}}),
                          "unemployment")) == "c");
  for (const char* words : {"REGION", "regions", "arbeitslos", "ile france", "süd", "sud"}) {
    BOOST_TEST(found(search(job, words)) == "a", words);
  }
  BOOST_TEST(found(search(job, "失業")) == "b");
  BOOST_TEST(found(search(job, "東京")) == "b");
  // Short words and numbers begin too many others.
  BOOST_TEST(found(search(job, "arb")) == "");
}

BOOST_AUTO_TEST_CASE(what_is_typed_is_words_and_no_syntax) {
  const auto job = job_with("job", {{"a1.csv", kRegions}});
  for (const char* words :
       {"unemployment\" OR \"x", "unemployment NOT region", "header:unemployment", "unemployment*",
        "{unemployment", "NEAR(unemployment region)", "unemployment -- '; DROP TABLE tables"}) {
    BOOST_TEST(found(search(job, words)) == "a1", words);
  }
  for (const char* words : {"", " ", "\"", "***", "\xFF\xFE", "\x01"}) {
    BOOST_TEST(
        (TableSearch::of(SearchQuery{.words = words}).error().code == ErrorCode::invalid_argument),
        words);
  }
  BOOST_TEST(must(TableSearch::of(SearchQuery{.words = std::string(1'000'000, 'a')}))
                 .answer(kAlways)
                 .has_value());
  // Words that say nothing are words where there are no others.
  BOOST_TEST(search(job, "the").words.size() == 1U);
}

BOOST_AUTO_TEST_CASE(where_no_table_has_all_words_the_best_say_what_they_lack) {
  const auto job = job_with("job", {{"a1.csv", kRegions}, {"b.csv", kOther}});
  const auto result = search(job, "unemployment region zebra");
  BOOST_TEST(found(result) == "a1");
  BOOST_TEST(result.answers.at(0).lacking == std::vector<std::string>{"zebra"},
             boost::test_tools::per_element());
  BOOST_TEST(search(job, "zebra").answers.empty());
}

BOOST_AUTO_TEST_CASE(filters_leave_what_they_say) {
  const auto job =
      job_with("job", {{"a.csv", kRegions},
                       {"b.tsv", "region\tyear\nSouth\t2019\nWest\t2019\n"},
                       {"c.csv", "region,share 2021,share 2022\nSouth,1999,4\nWest,5,6\n"}});
  const auto with = [&](SearchQuery query) {
    query.words = "region";
    return found(search_all({job}, query));
  };
  BOOST_TEST(with(SearchQuery{}) == "a b c");
  BOOST_TEST(with(SearchQuery{.first_year = 2023, .last_year = 2023}) == "a");
  BOOST_TEST(with(SearchQuery{.first_year = 2019, .last_year = 2021}) == "b c");
  // A number is no year.
  BOOST_TEST(with(SearchQuery{.first_year = 1999, .last_year = 1999}) == "");
  BOOST_TEST(with(SearchQuery{.place = "brae coast"}) == "a");
  BOOST_TEST(with(SearchQuery{.place = "south"}) == "b c");
  BOOST_TEST(with(SearchQuery{.types = {"tsv"}}) == "b");
  BOOST_TEST(with(SearchQuery{.licence = "cc by"}) == "");
  BOOST_TEST(with(SearchQuery{.site = "example.com"}) == "");
}

BOOST_AUTO_TEST_CASE(jobs_are_searched_together_and_the_same_table_once) {
  const auto one = job_with("one", {{"a.csv", kRegions}});
  const auto other = job_with("other", {{"same.csv", kRegions}, {"b.csv", "region,x\nUp,1\n"}});
  const auto result = search_all({one, other}, SearchQuery{.words = "region"});
  BOOST_TEST(result.jobs == 2U);
  BOOST_TEST(found(result) == "a b");
  BOOST_TEST(result.answers.at(0).copies == 1U);
  BOOST_TEST(result.answers.at(1).job == other);
}

BOOST_AUTO_TEST_CASE(what_came_since_is_added_and_what_went_is_not_found) {
  const auto job = job_with("job", {{"a.csv", kRegions}});
  BOOST_TEST(found(search(job, "region")) == "a");
  const std::string before = bytes_of(job);
  search(job, "region");
  BOOST_TEST(bytes_of(job) == before);
  {
    auto store = must(JobStore::open(job));
    add_to(*store, 10, {{"b.csv", "region,x\nUp,1\n"}});
  }
  BOOST_TEST(found(search(job, "region")) == "a b");
  execute(job / folder::kDatabase, "DELETE FROM target WHERE url LIKE '%/a.csv'");
  BOOST_TEST(found(search(job, "region")) == "b");
}

BOOST_AUTO_TEST_CASE(an_index_of_which_most_is_gone_is_made_anew) {
  const auto job = job_with("job", {{"a.csv", kRegions}, {"b.csv", kOther}});
  search(job, "region");
  const std::string sql =
      "UPDATE sqlite_sequence SET seq = 1000; UPDATE about SET value = 'old' WHERE name = 'mark'";
  execute(job / folder::kSearch, sql);
  BOOST_TEST(found(search(job, "region")) == "a");
  BOOST_TEST(count_in(job / folder::kSearch, "sqlite_sequence WHERE seq = 2") == 1);
}

BOOST_AUTO_TEST_CASE(an_index_that_is_stopped_goes_on_later) {
  const auto job = job_with("job", {{"a.csv", kRegions}, {"b.csv", kOther}});
  const auto reader = must(JobReader::open(job));
  auto stopped =
      must(make_index(reader, IndexPlace::folder, false, [](IndexProgress) { return false; }));
  BOOST_TEST(must(files_left(stopped)) > 0U);
  BOOST_TEST(found(search(job, "region")) == "a");
  auto whole = must(index_to_search(job, false, kAlways));
  BOOST_TEST(must(files_left(whole.index)) == 0U);
}

BOOST_AUTO_TEST_CASE(a_damaged_index_is_made_anew) {
  const auto job = job_with("job", {{"a.csv", kRegions}});
  search(job, "region");
  const std::string whole = bytes_of(job);
  const std::string ends[] = {"", "no database", whole.substr(0, whole.size() / 2),
                              whole.substr(0, 100) + std::string(whole.size() - 100, 'x')};
  for (const std::string& damaged : ends) {
    write_file(job / folder::kSearch, damaged);
    BOOST_TEST(found(search(job, "region")) == "a");
    BOOST_TEST(bytes_of(job).size() == whole.size());
  }
  for (const std::size_t from : {4096U, 8192U, 20'480U}) {
    std::string holed = whole;
    std::fill(holed.begin() + static_cast<std::ptrdiff_t>(from), holed.end(), '\0');
    write_file(job / folder::kSearch, holed);
    BOOST_TEST(found(search(job, "region")) == "a", from);
  }
}

BOOST_AUTO_TEST_CASE(a_damaged_page_of_an_index_is_noticed_whenever_it_is_read) {
  constexpr std::size_t kPage = 4096;
  std::string header = "region";
  std::string row = "Northmere";
  for (int at = 0; at < 200; ++at) {
    header += fmt::format(",column {} of {}", at, std::string(40, 'w'));
    row += fmt::format(",{}", at);
  }
  const auto job =
      job_with("job", {{"a.csv", header + "\n" + row + "\n" + row + "\n"}, {"b.csv", kRegions}});
  search(job, "northmere");
  const std::string whole = bytes_of(job);
  for (std::size_t from = kPage; from < whole.size(); from += kPage) {
    for (const char with : {'\0', '\xFF'}) {
      std::string holed = whole;
      std::fill_n(holed.begin() + static_cast<std::ptrdiff_t>(from), kPage, with);
      write_file(job / folder::kSearch, holed);
      const auto result = search(job, "northmere");
      BOOST_TEST(result.lost.empty());
      BOOST_TEST(found(result) == "a b", "page " << from / kPage << " of " << int(with));
    }
  }
}

BOOST_AUTO_TEST_CASE(a_job_that_is_gone_before_its_answers_are_read_is_named) {
  // More than are held open.
  constexpr std::size_t kJobs = 70;
  const auto jobs = same_jobs(kJobs, kRegions);
  auto searching = must(TableSearch::of(SearchQuery{.words = "region"}));
  for (const fs::path& job : jobs) must(searching.add(job, kAlways));
  fs::remove_all(jobs[66]);
  write_file(jobs[68] / folder::kSearch, "no database");
  const auto result = must(searching.answer(kAlways));
  BOOST_TEST(result.jobs == kJobs - 1);
  BOOST_REQUIRE(result.answers.size() == 1U);
  BOOST_TEST(result.answers[0].copies == kJobs - 2);
  BOOST_REQUIRE(result.lost.size() == 1U);
  BOOST_TEST(result.lost[0].job == jobs[66]);
}

BOOST_AUTO_TEST_CASE(an_index_that_is_made_anew_for_its_answers_alone_is_noted) {
  constexpr std::size_t kHeldOpen = 64;
  const auto jobs = same_jobs(kHeldOpen + 1, kRegions);
  auto searching = must(TableSearch::of(SearchQuery{.words = "region"}));
  for (const fs::path& job : jobs) must(searching.add(job, kAlways));
  write_file(jobs.back() / folder::kSearch, "no database");
  const auto store = must(JobStore::open(jobs.back()));
  const auto result = must(searching.answer(kAlways));
  BOOST_TEST(result.answers.at(0).copies == kHeldOpen);
  BOOST_TEST(result.lost.empty());
  BOOST_REQUIRE(result.noted.size() == 1U);
  BOOST_TEST(result.noted[0].job == jobs.back());
  BOOST_TEST(result.noted[0].note == "the job is running");
}

BOOST_AUTO_TEST_CASE(somebody_elses_database_stays_and_its_job_is_searched) {
  const auto job = job_with("job", {{"a.csv", kRegions}});
  execute(job / folder::kSearch, "CREATE TABLE mine(x); INSERT INTO mine VALUES(1)");
  const std::string before = bytes_of(job);
  BOOST_TEST(must(index_to_search(job, false, kAlways)).note.find("something else") !=
             std::string::npos);
  BOOST_TEST(found(search(job, "region")) == "a");
  BOOST_TEST(bytes_of(job) == before);
}

BOOST_AUTO_TEST_CASE(a_job_that_runs_is_searched_and_its_folder_left_alone) {
  const auto job = job_with("job", {{"a.csv", kRegions}});
  const auto store = must(JobStore::open(job));
  const auto opened = must(index_to_search(job, false, kAlways));
  BOOST_TEST(opened.note == "the job is running");
  BOOST_TEST(found(search(job, "region")) == "a");
  BOOST_TEST(!fs::exists(job / folder::kSearch));
}

BOOST_AUTO_TEST_CASE(a_full_disk_leaves_the_old_index_and_the_search_works) {
  const auto job = job_with("job", {{"a.csv", kRegions}});
  search(job, "region");
  const std::string before = bytes_of(job);
  {
    auto store = must(JobStore::open(job));
    add_to(*store, 10, {{"b.csv", "region,x\nUp,1\n"}});
  }
  struct rlimit whole {};
  getrlimit(RLIMIT_FSIZE, &whole);
  struct rlimit little = whole;
  little.rlim_cur = 8'000;
  signal(SIGXFSZ, SIG_IGN);
  setrlimit(RLIMIT_FSIZE, &little);
  const auto result = search(job, "region");
  auto opened = index_to_search(job, false, kAlways);
  setrlimit(RLIMIT_FSIZE, &whole);
  BOOST_TEST(found(result) == "a b");
  BOOST_TEST(must(std::move(opened)).note != "");
  BOOST_TEST(bytes_of(job) == before);
  BOOST_TEST(!fs::exists(job / ".search.sqlite.partial"));
}

BOOST_AUTO_TEST_CASE(hostile_names_and_cells_cost_little_and_do_nothing) {
  const std::string huge(3'000'000, 'w');
  const auto job = job_with(
      "job", {{"a.csv", "region\x1b[31m,\"x\n\"\"y\",z\n\x1b]0;evil\x07,2,3\n" + huge + ",5,6\n"},
              {"b.csv", "region,\0x,\xFF\xFE\n1,2,3\n4,5,6\n"s},
              {"c.csv", "region,'; DROP TABLE tables; --\nup,1\ndown,2\n"}});
  // Equal answers come in the order in which their files were read, and one of these is large.
  const std::string both = found(search(job, "region"));
  BOOST_TEST((both == "a c" || both == "c a"), both);
  BOOST_TEST(found(search(job, "drop")) == "c");
  BOOST_TEST(fs::file_size(job / folder::kSearch) < 200'000U);
}

BOOST_AUTO_TEST_CASE(an_index_that_names_other_files_shows_none_of_them) {
  const auto job = job_with("job", {{"a.csv", kRegions}});
  search(job, "region");
  for (const char* path : {"../secret.csv", "/etc/passwd", "files/../../secret.csv", "job.db"}) {
    write_file(folder.path() / "secret.csv", "region,secret\nNorthmere,1\nNorthmere,2\n");
    execute(job / folder::kSearch, fmt::format("UPDATE tables SET path = '{}'", path));
    const auto answer = search(job, "northmere").answers.at(0);
    BOOST_TEST(answer.rows.note == "its path leads out of the job's files");
    BOOST_TEST(rows_of(answer).find("secret") == std::string::npos);
  }
}

BOOST_AUTO_TEST_CASE(a_file_that_is_gone_shows_the_rows_that_were_kept) {
  const auto job = job_with("job", {{"a.csv", kRegions}});
  search(job, "region");
  fs::remove(job / "files/a.csv");
  const auto answer = search(job, "northmere").answers.at(0);
  BOOST_TEST(rows_of(answer) == "Northmere|2022|12\nBrae Coast|2023|15\nNorthmere|2023|13");
  BOOST_TEST(answer.rows.note != "");
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace tagtrail::host::testing
