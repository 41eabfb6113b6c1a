// What is wrong with a job folder is found, and nothing else.
#include <sqlite3.h>

#include "../store/job_fixture.hpp"
#include "archive/job_archive.hpp"
#include "export/datapackage.hpp"
#include "export/verify_job.hpp"

namespace tagtrail::host::testing {
namespace {

using Kind = JobFault::Kind;

/// Three files, two of them equal, in a job that has ended.
struct VerifyFixture : JobFixture {
  VerifyFixture() {
    must(store->commit(batch_of(page_commit(1, "https://example.org/"),
                                file_commit(*store, 2, "https://example.org/a.csv", "a,b\n"),
                                file_commit(*store, 3, "https://example.org/b.csv", "a,b\n"),
                                file_commit(*store, 4, "https://example.org/c.csv", "c,d\n"))));
    PackageFacts facts;
    facts.seed_url = "https://example.org/";
    must(store->set(kPackageFacts, facts_to_json(facts)));
    must(write_datapackage(*store, facts));
    must(store->set_state({"finished", "frontier_empty"}));
  }

  /// Kinds and paths of the faults.
  std::set<std::pair<std::string, std::string>> faults() const {
    std::set<std::pair<std::string, std::string>> found;
    const auto verdict = must(verify_job(dir));
    for (const JobFault& fault : verdict.faults) {
      found.emplace(to_string(fault.kind), fault.path);
    }
    BOOST_TEST(verdict.fault_count == found.size());
    return found;
  }
  void is_only(Kind kind, const std::string& path) const {
    const auto found = faults();
    BOOST_REQUIRE(found.size() == 1U);
    BOOST_TEST(found.begin()->first == to_string(kind));
    BOOST_TEST(found.begin()->second == path);
  }
};

/// The same with a WARC file of two answers.
struct ArchivedFixture : VerifyFixture {
  ArchivedFixture() {
    const auto archive = must(JobArchive::open(
        {store->dir() / "archive", 1'000'000, {{"software", "Tagtrail/test"}}}, *store));
    for (const char* url : {"https://example.org/a", "https://example.org/b"}) {
      Capture capture;
      capture.asked = capture.url = url;
      capture.request_head = "GET / HTTP/1.1\r\nHost: h\r\n\r\n";
      capture.response_head = "HTTP/1.1 200 OK\r\n\r\n";
      capture.status = 200;
      capture.body = url;
      must(archive->take(capture));
    }
    must(archive->prepare_commit());
    must(store->commit({}));
    must(archive->committed());
    must(archive->close());
    name = *names_in(dir / "archive").begin();
    whole = read_file(warc());
  }

  fs::path warc() const { return dir / "archive" / name; }
  /// Exactly this is found, with words that say so; and, where a row was changed, that it was.
  void finds(std::string_view words, bool row_was_changed = false) const {
    const auto verdict = must(verify_job(dir));
    BOOST_REQUIRE(verdict.faults.size() == (row_was_changed ? 2U : 1U));
    if (row_was_changed) BOOST_TEST(verdict.faults.front().detail.ends_with("written: archive"));
    const JobFault& fault = verdict.faults.back();
    BOOST_TEST((fault.kind == Kind::archive));
    BOOST_TEST(fault.path == "archive/" + name);
    BOOST_TEST(fault.detail.find(words) != std::string::npos, fault.detail);
  }

  std::string name;
  std::string whole;
};

}  // namespace

BOOST_FIXTURE_TEST_SUITE(verify, VerifyFixture)

BOOST_AUTO_TEST_CASE(a_whole_job) {
  const auto verdict = must(verify_job(dir));
  BOOST_TEST(verdict.files == 3U);
  BOOST_TEST(verdict.bytes == 12U);
  BOOST_TEST(verdict.manifest_checked);
  BOOST_TEST(verdict.rows_checked);
  BOOST_TEST(verdict.fault_count == 0U);
  BOOST_TEST(fs::equivalent(dir / "files/a.csv", dir / "files/b.csv"));
}

BOOST_AUTO_TEST_CASE(files_that_are_not_as_they_were) {
  fs::remove(dir / "files/c.csv");
  is_only(Kind::missing, "files/c.csv");
  write_file(dir / "files/c.csv", "c,d,e\n");
  is_only(Kind::size, "files/c.csv");
  write_file(dir / "files/c.csv", "C,D\n");
  is_only(Kind::digest, "files/c.csv");
  fs::remove(dir / "files/c.csv");
  fs::create_symlink("a.csv", dir / "files/c.csv");
  is_only(Kind::missing, "files/c.csv");
}

BOOST_AUTO_TEST_CASE(equal_contents_change_together) {
  write_file(dir / "files/a.csv", "x,y\n");
  BOOST_TEST(faults().size() == 2U);
}

BOOST_AUTO_TEST_CASE(a_file_that_no_row_lists) {
  fs::create_directory(dir / "files/deep");
  write_file(dir / "files/deep/mine.csv", "1\n");
  is_only(Kind::unlisted, "files/deep/mine.csv");
}

BOOST_AUTO_TEST_CASE(a_manifest_that_says_something_else) {
  const std::string text = read_file(dir / "datapackage.json");
  for (const std::string& other : {text + " ", text.substr(0, text.size() - 1), std::string()}) {
    write_file(dir / "datapackage.json", other);
    is_only(Kind::manifest, "datapackage.json");
  }
  fs::remove(dir / "datapackage.json");
  is_only(Kind::manifest, "datapackage.json");
  must(store->set_state({"running", ""}));
  const auto verdict = must(verify_job(dir));
  BOOST_TEST(!verdict.manifest_checked);
  BOOST_TEST(verdict.fault_count == 0U);
}

BOOST_AUTO_TEST_CASE(a_damaged_database) {
  store.reset();
  std::string bytes = read_file(dir / "job.db");
  BOOST_REQUIRE(bytes.size() > 16384U);
  for (std::size_t at = 4096; at < bytes.size(); at += 3) bytes[at] = 'x';
  write_file(dir / "job.db", bytes);
  const auto verdict = verify_job(dir);
  if (verdict) {
    BOOST_TEST(verdict->fault_count > 0U);
    BOOST_TEST((verdict->faults.front().kind == Kind::database));
  } else {
    BOOST_TEST((verdict.error().code == ErrorCode::invalid_data));
  }
}

BOOST_AUTO_TEST_CASE(paths_that_lead_out_of_the_folder_are_not_followed) {
  write_file(dir / "outside.csv", "c,d\n");
  store.reset();
  sqlite3* database = nullptr;
  BOOST_REQUIRE(sqlite3_open((dir / "job.db").c_str(), &database) == SQLITE_OK);
  const auto set = [&](const char* sql) {
    BOOST_REQUIRE(sqlite3_exec(database, sql, nullptr, nullptr, nullptr) == SQLITE_OK);
  };
  set("UPDATE target SET path = 'files/../outside.csv' WHERE path = 'files/c.csv';"
      "UPDATE config SET value = 'running' WHERE name = 'state'");
  sqlite3_close(database);
  const auto found = faults();
  BOOST_TEST(found.contains({"missing", "files/../outside.csv"}));
  BOOST_TEST(found.contains({"unlisted", "files/c.csv"}));
}

// A destroyed record was called whole: only a resume found it.
BOOST_AUTO_TEST_CASE(rows_that_are_not_as_they_were) {
  must(store->commit(
      batch_of(page_commit(5, "https://example.org/5"), page_commit(6, "https://example.org/6"))));
  store.reset();
  struct Harm {
    const char* sql;
    std::string_view words;
  };
  const std::string whole = read_file(dir / "job.db");
  for (const Harm& harm : std::vector<Harm>{
           {"UPDATE response SET record = zeroblob(40) WHERE n = 5", "damaged record"},
           {"UPDATE response SET record = substr(record, 1, length(record) - 3) WHERE n = 5",
            "damaged record"},
           {"UPDATE response SET record = (SELECT record FROM response WHERE n = 6) WHERE n = 5",
            "not what its record says"},
           {"UPDATE response SET status = 404 WHERE n = 5", "not what its record says"},
           {"DELETE FROM decision WHERE n = 5", "has no decision"},
           {"UPDATE decision SET request_id = 99 WHERE n = 5", "another's decision"},
           {"UPDATE decision SET reason = '{' WHERE n = 5", "damaged reason"},
           {"DELETE FROM response WHERE n = 5; DELETE FROM decision WHERE n = 5;"
            " DELETE FROM url WHERE n = 5",
            "answer 5 is missing"},
           {"DELETE FROM response WHERE n > 5; DELETE FROM decision WHERE n > 5",
            "crawl.log lists answer 6, which is missing"},
           {"INSERT INTO url VALUES('https://example.org/7', 7)",
            "is said to be answer 7, which is missing"},
           {"DELETE FROM response; DELETE FROM url; DELETE FROM target", "has no answer"},
           {"UPDATE target SET n = 5 WHERE n = 4", "which is that of https://example.org/5"},
           {"UPDATE target SET redirects = '[' WHERE n = 4", "damaged list of redirects"},
           {"UPDATE target SET sha256 = upper(sha256) WHERE n = 4", "a digest that is none"}}) {
    write_file(dir / "job.db", whole);
    sqlite3* database = nullptr;
    BOOST_REQUIRE(sqlite3_open((dir / "job.db").c_str(), &database) == SQLITE_OK);
    BOOST_REQUIRE(sqlite3_exec(database, harm.sql, nullptr, nullptr, nullptr) == SQLITE_OK);
    sqlite3_close(database);
    const auto verdict = verify_job(dir);
    BOOST_REQUIRE_MESSAGE(verdict.has_value(), harm.sql);
    const bool told =
        std::any_of(verdict->faults.begin(), verdict->faults.end(), [&](const JobFault& fault) {
          return fault.kind == Kind::database && fault.detail.find(harm.words) != std::string::npos;
        });
    BOOST_TEST(told, harm.sql);
  }
  write_file(dir / "job.db", whole);
  BOOST_TEST(must(verify_job(dir)).fault_count == 0U);
}

BOOST_AUTO_TEST_CASE(no_job_is_an_error) {
  BOOST_TEST(!verify_job(folder.path() / "nowhere").has_value());
  BOOST_TEST(!verify_job(folder.path()).has_value());
}

BOOST_FIXTURE_TEST_CASE(a_whole_archive, ArchivedFixture) {
  const auto verdict = must(verify_job(dir));
  BOOST_TEST(verdict.records == 5U);
  BOOST_TEST(verdict.fault_count == 0U);
  // While it is being written it has another name, and more than what was committed.
  fs::rename(warc(), warc().string() + ".open");
  write_file(warc().string() + ".open", whole + "not committed");
  BOOST_TEST(must(verify_job(dir)).fault_count == 0U);
}

// An archive that had lost its end, or a whole file, was called whole: it was not looked at.
BOOST_FIXTURE_TEST_CASE(an_archive_that_lost_something, ArchivedFixture) {
  write_file(warc(), whole.substr(0, whole.size() - 1));
  finds("records are cut off");
  fs::remove(warc());
  finds("is not there");
}

BOOST_FIXTURE_TEST_CASE(an_archive_with_other_contents, ArchivedFixture) {
  std::string other = whole;
  other[other.size() - 6] = static_cast<char>(other[other.size() - 6] ^ 1);  // of the checksum
  write_file(warc(), other);
  finds("is damaged at byte");
  // A place where no record begins.
  write_file(warc(), whole);
  store.reset();
  sqlite3* database = nullptr;
  BOOST_REQUIRE(sqlite3_open((dir / "job.db").c_str(), &database) == SQLITE_OK);
  const auto set = [&](const char* sql) {
    BOOST_REQUIRE(sqlite3_exec(database, sql, nullptr, nullptr, nullptr) == SQLITE_OK);
  };
  set("UPDATE archive SET offset = offset + 1, length = length - 1 WHERE id = 3");
  finds("is damaged at byte", true);
  // A whole record, but another one.
  set("UPDATE archive SET offset = offset - 1, length = length + 1, record = 'urn:uuid:other'"
      " WHERE id = 3");
  finds("has another record at byte", true);
  set("UPDATE archive SET file = '../job.db' WHERE id = 3");
  BOOST_TEST(faults().contains({"archive", "archive/../job.db"}));
  sqlite3_close(database);
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace tagtrail::host::testing
