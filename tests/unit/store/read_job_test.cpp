// A job's folder looked into without owning it.
#include "store/read_job.hpp"

#include "job_fixture.hpp"

namespace tagtrail::host::testing {

BOOST_FIXTURE_TEST_SUITE(read_job, JobFixture)

BOOST_AUTO_TEST_CASE(targets_come_by_pages_while_the_job_runs) {
  for (std::uint64_t id = 1; id <= 5; ++id) {
    must(store->commit(batch_of(file_commit(
        *store, id, "https://example.org/" + std::to_string(id) + ".csv", std::to_string(id)))));
  }
  const TargetPage first = must(read_targets(dir, 0, 2));
  BOOST_TEST(first.total == 5U);
  BOOST_REQUIRE(first.rows.size() == 2U);
  BOOST_TEST(first.rows[0].url == "https://example.org/5.csv");
  const TargetPage last = must(read_targets(dir, 4, 200));
  BOOST_REQUIRE(last.rows.size() == 1U);
  BOOST_TEST(last.rows[0].url == "https://example.org/1.csv");
  BOOST_TEST(must(read_targets(dir, 1'000'000, 200)).rows.empty());
  // And the owner goes on.
  must(store->commit(batch_of(page_commit(6, "https://example.org/"))));
}

BOOST_AUTO_TEST_CASE(the_settings_are_seen_though_the_job_is_owned) {
  BOOST_TEST(must(glance_at_job(dir)).config.empty());
  must(store->set(kEngineConfig, "{}"));
  must(store->commit(batch_of(page_commit(1, "https://example.org/"))));
  const JobGlance glance = must(glance_at_job(dir));
  BOOST_TEST(glance.responses == 1U);
  BOOST_TEST(glance.config == "{}");
}

BOOST_AUTO_TEST_CASE(a_folder_without_a_job_is_told_apart) {
  const auto nothing = read_targets(folder.path() / "nothing", 0, 1);
  BOOST_REQUIRE(!nothing);
  BOOST_TEST((nothing.error().code == ErrorCode::not_found));
  write_file(folder.path() / "job.db", "not a database, but long enough to be looked into");
  BOOST_TEST(!glance_at_job(folder.path()));
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace tagtrail::host::testing
