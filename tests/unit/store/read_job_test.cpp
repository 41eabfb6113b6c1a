// A job's folder looked into without owning it.
#include "store/read_job.hpp"

#include <unistd.h>

#include "job_fixture.hpp"
#include "store/folder_lock.hpp"
#include "store/job_reader.hpp"

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

// Looking into a job that had ended left job.db-wal and job.db-shm in its folder.
BOOST_AUTO_TEST_CASE(a_job_that_nobody_owns_is_left_as_it_was) {
  must(store->commit(batch_of(page_commit(1, "https://example.org/"))));
  store.reset();
  const auto names = names_in(dir);
  const std::string database = read_file(dir / "job.db");
  {
    const auto first = JobReader::open(dir);
    const auto second = JobReader::open(dir);
    BOOST_TEST((first.has_value() && second.has_value()));
    // An owner is not kept out, and what it does is not in the way of who looks.
    store = must(JobStore::open(dir));
    must(store->commit(batch_of(page_commit(2, "https://example.org/2"))));
    BOOST_TEST(must(glance_at_job(dir)).responses == 2U);
    store.reset();
  }
  BOOST_TEST(must(glance_at_job(dir)).responses == 2U);
  BOOST_TEST(names_in(dir) == names);
  BOOST_TEST(read_file(dir / "job.db") != database);
  const std::string later = read_file(dir / "job.db");
  must(glance_at_job(dir));
  BOOST_TEST(read_file(dir / "job.db") == later);
}

/// A user who may read the folder, but not write into it.
struct OtherUser {
  OtherUser() { BOOST_REQUIRE(::seteuid(kNobody) == 0); }
  ~OtherUser() { BOOST_REQUIRE(::seteuid(0) == 0); }
  static constexpr uid_t kNobody = 65534;
};

// Where SQLite could make no file beside the database, nothing could be read. The same is tried on
// a full disk by tests/faults/disk_full.test.mjs.
BOOST_AUTO_TEST_CASE(
    a_folder_that_can_not_be_written_is_read,
    *boost::unit_test::precondition([](auto) -> boost::test_tools::assertion_result {
      return ::geteuid() == 0;
    })) {
  must(store->commit(batch_of(page_commit(1, "https://example.org/"))));
  // The group of who runs the tests stays.
  fs::permissions(folder.path(), fs::perms::owner_all | fs::perms::group_exec |
                                     fs::perms::group_read | fs::perms::others_exec |
                                     fs::perms::others_read);
  // Its owner lets others read it.
  fs::permissions(dir, fs::perms(0755));
  for (const auto& entry : fs::directory_iterator(dir)) {
    fs::permissions(entry, fs::perms(entry.is_directory() ? 0755 : 0644));
  }
  {
    // While someone writes, what is read must be agreed with them.
    const OtherUser other;
    BOOST_TEST(must(glance_at_job(dir)).responses == 1U);
  }
  store.reset();
  const auto names = names_in(dir);
  {
    const OtherUser other;
    BOOST_TEST(must(glance_at_job(dir)).responses == 1U);
    const auto reader = JobReader::open(dir);
    BOOST_TEST(reader.has_value());
    // Nobody writes while it is read so.
    BOOST_TEST(!FolderLock::acquire(dir).has_value());
  }
  BOOST_TEST(names_in(dir) == names);
  BOOST_TEST(JobStore::open(dir).has_value());
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
