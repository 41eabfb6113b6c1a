// The sums of rows are those of the rows, whatever is done to them.
#include "job_fixture.hpp"
#include "store/archive_index.hpp"
#include "store/job_reader.hpp"
#include "store/row_sums.hpp"
#include "store/schema.hpp"

namespace tagtrail::host::testing {
namespace {

struct SumsFixture : JobFixture {
  /// What is wrong, as another connection sees it.
  std::string changed() const {
    const auto job = must(JobReader::open(dir));
    BOOST_TEST(must(job.has_sums()));
    return must(job.changed_rows());
  }
  void is_whole() const {
    BOOST_TEST(changed().empty(), changed());
    BOOST_TEST(must(must(JobReader::open(dir)).log_fault()).empty());
  }
};

ArchiveRecord record_of(const std::string& url) {
  ArchiveRecord record;
  record.file = "a.warc.gz";
  record.length = 10;
  record.type = "response";
  record.id = "urn:uuid:" + url;
  record.url = url;
  return record;
}

ResponseCommit revisit_of(const JobStore& store, std::uint64_t id, const std::string& url,
                          const std::string& contents) {
  auto item = file_commit(store, id, url, contents);
  item.request.revisit = true;
  item.validators = {"\"tag\"", "yesterday"};
  return item;
}

}  // namespace

BOOST_FIXTURE_TEST_SUITE(sums, SumsFixture)

BOOST_AUTO_TEST_CASE(of_a_new_job) { is_whole(); }

BOOST_AUTO_TEST_CASE(of_answers_and_of_what_is_written_with_them) {
  const std::string url = "https://example.org/a.csv";
  store->add_archived({record_of(url), record_of("https://example.org/other")});
  must(store->commit({}));
  is_whole();
  // A row of the archive gets its answer, a score is whole, another is not.
  auto page = page_commit(2, "https://example.org/2");
  page.request.reason.score = 3;
  page.response.final_url = "https://example.org/moved";
  store->add_attempt({});
  store->add_robots({});
  must(store->commit(batch_of(file_commit(*store, 1, url, "a,b\n"), std::move(page))));
  is_whole();
  must(store->add_inputs({{JobInput::Kind::revisit, 2, false, "{}"}}));
  // Rows that are replaced, changed and removed.
  for (std::uint64_t id = 3; id < 6; ++id) {
    must(store->commit(batch_of(revisit_of(*store, id, url, "a," + std::to_string(id) + "\n"))));
    is_whole();
  }
  auto bare = revisit_of(*store, 6, url, "a,6\n");
  bare.validators = {};
  must(store->commit(batch_of(std::move(bare))));
  must(store->forget_inputs());
  is_whole();
}

BOOST_AUTO_TEST_CASE(of_what_is_written_by_itself) {
  for (const char* value : {"1", "2"}) {
    must(store->set("name", value));
    must(store->keep_left_out({{LeftOutCause::acts, 2, 0, value, {}}}));
    must(store->keep_looks({{sha256_of("x"), 1, "kin", value}}));
    must(store->add_event("skip", value));
    must(store->add_acting(0, {{}}));
    is_whole();
  }
  must(store->keep_left_out({}));
  must(store->forget_looks());
  for (std::uint64_t answers = 1; answers < 5; ++answers) {
    must(store->save_snapshot({answers, 0, Bytes(3'000'000, static_cast<std::uint8_t>(answers))}));
    is_whole();
  }
  reopen();
  is_whole();
}

BOOST_AUTO_TEST_CASE(what_was_not_committed_is_not_counted) {
  must(store->commit(batch_of(page_commit(1, "https://example.org/1"))));
  execute(dir / "job.db",
          "CREATE TRIGGER refuse BEFORE INSERT ON decision WHEN NEW.n = 2"
          " BEGIN SELECT RAISE(ABORT, 'no'); END");
  BOOST_TEST(!store->commit(batch_of(page_commit(2, "https://example.org/2"))).has_value());
  execute(dir / "job.db", "DROP TRIGGER refuse");
  must(store->set("a", "b"));
  must(store->commit(batch_of(page_commit(2, "https://example.org/2"))));
  is_whole();
}

BOOST_AUTO_TEST_CASE(rows_that_another_changed_are_named) {
  must(store->commit(batch_of(page_commit(1, "https://example.org/1"))));
  must(store->add_event("skip", "one"));
  store.reset();
  const std::string whole = read_file(dir / "job.db");
  for (const auto& [sql, table] : std::vector<std::pair<const char*, std::string>>{
           {"UPDATE event SET text = 'two'", "event"},
           {"DELETE FROM event", "event"},
           {"UPDATE decision SET anchor = 'other'", "decision"},
           {"UPDATE response SET committed_at = ''", "response"},
           {"INSERT INTO dataset VALUES('a', '{}')", "dataset"},
           {"CREATE INDEX more ON event(at)", "sqlite_schema"},
           {"PRAGMA user_version = 9", "sqlite_schema"},
           {"UPDATE digest SET one = 2", "damaged"},
           {"UPDATE decision SET sums = CAST(sums AS TEXT)", "damaged"},
           {"UPDATE decision SET sums = x'05'", "damaged"},
           {"UPDATE decision SET sums = NULL", "response"},
           {"UPDATE digest SET sums = x''", "sqlite_schema, event"}}) {
    write_file(dir / "job.db", whole);
    execute(dir / "job.db", sql);
    BOOST_TEST(changed().find(table) != std::string::npos, sql << ": " << changed());
  }
}

BOOST_AUTO_TEST_CASE(of_a_job_of_an_earlier_version_are_taken_when_it_is_continued) {
  must(store->save_snapshot({1, 0, Bytes(10, 1)}));
  must(store->commit(batch_of(page_commit(1, "https://example.org/1"))));
  store.reset();
  execute(dir / "job.db",
          "DROP TABLE digest; ALTER TABLE decision DROP COLUMN sums; PRAGMA user_version = 9");
  BOOST_TEST(!must(must(JobReader::open(dir)).has_sums()));
  // Its log may have had another form.
  write_file(dir / "crawl.log", "1 as it was\n");
  store = must(JobStore::open(dir));
  is_whole();
  must(store->commit(batch_of(page_commit(2, "https://example.org/2"))));
  must(store->save_snapshot({2, 0, Bytes(10, 2)}));
  must(store->save_snapshot({3, 0, Bytes(10, 3)}));
  is_whole();
  write_file(dir / "crawl.log", "1 as it was\n2 as it was not\n");
  BOOST_TEST(!must(must(JobReader::open(dir)).log_fault()).empty());
}

BOOST_AUTO_TEST_SUITE_END()

BOOST_FIXTURE_TEST_SUITE(log_as_written, SumsFixture)

namespace {

std::string fault_of(const fs::path& dir) { return must(must(JobReader::open(dir)).log_fault()); }

}  // namespace

BOOST_AUTO_TEST_CASE(what_a_crash_leaves_is_no_fault) {
  for (std::uint64_t id = 1; id < 7; ++id) {
    if (id == 3) must(store->set("log-json", "1"));
    must(store->commit(batch_of(page_commit(id, "https://example.org/" + std::to_string(id)))));
  }
  const std::string whole = read_file(dir / "crawl.log");
  // Lines are missing at the end, and one may be cut.
  for (std::size_t size = 0; size < whole.size(); ++size) {
    write_file(dir / "crawl.log", whole.substr(0, size));
    BOOST_REQUIRE_MESSAGE(fault_of(dir).empty(), size << ": " << fault_of(dir));
  }
  // Whole lines that never reached the disk.
  const std::size_t second = whole.find('\n') + 1;
  const std::size_t fourth = whole.find('\n', whole.find('\n', second) + 1) + 1;
  std::string holed = whole;
  std::fill(holed.begin() + static_cast<std::ptrdiff_t>(second),
            holed.begin() + static_cast<std::ptrdiff_t>(fourth), '\0');
  write_file(dir / "crawl.log", holed);
  BOOST_TEST(fault_of(dir).empty(), fault_of(dir));
  fs::remove(dir / "crawl.log");
  BOOST_TEST(fault_of(dir).empty());
}

BOOST_AUTO_TEST_CASE(lines_that_another_changed_are_named) {
  for (std::uint64_t id = 1; id < 5; ++id) {
    must(store->commit(batch_of(page_commit(id, "https://example.org/" + std::to_string(id)))));
  }
  const std::string whole = read_file(dir / "crawl.log");
  for (std::size_t at = 0; at < whole.size(); ++at) {
    std::string other = whole;
    other[at] = static_cast<char>(other[at] ^ (1 << (at % 8)));
    write_file(dir / "crawl.log", other);
    BOOST_REQUIRE_MESSAGE(!fault_of(dir).empty(), "byte " << at);
  }
  const std::size_t second = whole.find('\n') + 1;
  write_file(dir / "crawl.log", whole.substr(second));
  BOOST_TEST(fault_of(dir).find("answer 1 is missing") != std::string::npos, fault_of(dir));
  write_file(dir / "crawl.log", whole + "my own\n");
  BOOST_TEST(fault_of(dir).find("answer 4 is followed") != std::string::npos, fault_of(dir));
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace tagtrail::host::testing
