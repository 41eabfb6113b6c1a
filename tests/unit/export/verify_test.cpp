// What is wrong with a job folder is found, and nothing else.
#include <sqlite3.h>

#include "../store/job_fixture.hpp"
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

}  // namespace

BOOST_FIXTURE_TEST_SUITE(verify, VerifyFixture)

BOOST_AUTO_TEST_CASE(a_whole_job) {
  const auto verdict = must(verify_job(dir));
  BOOST_TEST(verdict.files == 3U);
  BOOST_TEST(verdict.bytes == 12U);
  BOOST_TEST(verdict.manifest_checked);
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

BOOST_AUTO_TEST_CASE(no_job_is_an_error) {
  BOOST_TEST(!verify_job(folder.path() / "nowhere").has_value());
  BOOST_TEST(!verify_job(folder.path()).has_value());
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace tagtrail::host::testing
