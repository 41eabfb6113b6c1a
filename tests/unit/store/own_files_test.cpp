// What of a job nobody else may write.
#include "store/own_files.hpp"

#include "job_fixture.hpp"

namespace tagtrail::host::testing {

BOOST_FIXTURE_TEST_SUITE(own_files, JobFixture)

// `export -o JOB/job.db` put its table in the place of the database, and the job was gone.
BOOST_AUTO_TEST_CASE(what_is_a_job_s_own_is_refused) {
  for (const char* own :
       {"job.db", "job.db-wal", "job.db-shm", "job.db-journal", "files", "files/a.csv",
        "files/deep/new.csv", ".partial/1.part", "archive/x.warc.gz", "crawl.log", ".lock",
        "datapackage.json", "search.sqlite", "./job.db", "files/../job.db", "mine/../crawl.log"}) {
    const auto refused = refuse_job_data(dir / own);
    BOOST_REQUIRE_MESSAGE(!refused, own);
    BOOST_TEST((refused.error().code == ErrorCode::invalid_argument));
  }
  for (const char* free : {"mine.csv", "stats.json", "mine/files.csv", "job.db.csv", "files.csv"}) {
    BOOST_TEST(refuse_job_data(dir / free).has_value(), free);
  }
  for (const char* elsewhere : {"job.db", "files/a.csv", "datapackage.json"}) {
    BOOST_TEST(refuse_job_data(folder.path() / elsewhere).has_value(), elsewhere);
  }
}

BOOST_AUTO_TEST_CASE(links_lead_to_what_they_lead_to) {
  const fs::path links = folder.path() / "links";
  fs::create_directory(links);
  fs::create_symlink(dir, links / "folder");
  fs::create_symlink(dir / "job.db", links / "file.csv");
  BOOST_TEST(!refuse_job_data(links / "folder/job.db").has_value());
  BOOST_TEST(!refuse_job_data(links / "folder/files/new.csv").has_value());
  BOOST_TEST(!refuse_job_data(links / "file.csv").has_value());
  BOOST_TEST(refuse_job_data(links / "folder/mine.csv").has_value());
  // A link in the place of what is the job's: it is the link that would be replaced.
  fs::create_symlink(links / "outside.csv", dir / "crawl.log.new");
  fs::rename(dir / "crawl.log.new", dir / "crawl.log");
  BOOST_TEST(!refuse_job_data(dir / "crawl.log").has_value());
}

BOOST_AUTO_TEST_CASE(a_job_that_is_yet_to_be_made) {
  const fs::path next = folder.path() / "next";
  BOOST_TEST(refuse_job_data(next / "job.db").has_value());
  BOOST_TEST(!refuse_job_data(next / "job.db", next).has_value());
  BOOST_TEST(!refuse_job_data(next / "files/a.csv", next.string() + "/").has_value());
  BOOST_TEST(refuse_job_data(next / "stats.json", next).has_value());
}

BOOST_AUTO_TEST_CASE(the_manifest_is_told_by_its_place) {
  fs::create_symlink(dir, folder.path() / "link");
  BOOST_TEST(is_manifest_of(dir / "datapackage.json", dir));
  BOOST_TEST(is_manifest_of(folder.path() / "link/datapackage.json", dir));
  BOOST_TEST(!is_manifest_of(folder.path() / "datapackage.json", dir));
  BOOST_TEST(!is_manifest_of(dir / "job.db", dir));
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace tagtrail::host::testing
