// Snapshots of the engine, kept in parts.
#include "job_fixture.hpp"
#include "tagtrail/read_watch.hpp"

namespace tagtrail::host::testing {

BOOST_FIXTURE_TEST_SUITE(snapshots, JobFixture)

// Over 1 GiB one was saved that could not be read again; in parts the whole has no limit of its
// own.
BOOST_AUTO_TEST_CASE(a_snapshot_is_kept_in_parts_of_a_mebibyte) {
  Bytes bytes((20U << 20U) + 5);
  std::uint32_t state = 1;
  for (std::uint8_t& byte : bytes) byte = static_cast<std::uint8_t>((state *= 1664525U) >> 30U);
  must(store->save_snapshot({7, 1, bytes}));
  must(store->save_snapshot({8, 1, {}}));
  must(store->save_snapshot({9, 1, bytes}));
  reopen();
  const auto latest = must(store->latest_snapshot());
  BOOST_REQUIRE(latest.has_value());
  BOOST_TEST((latest->bytes == bytes));
  BOOST_TEST(count_in(dir / "job.db", "snapshot_part") == 21);
  int asked = 0;
  const ReadWatch watch([&](std::size_t) { return ++asked < 3; });
  const auto stopped = store->latest_snapshot();
  BOOST_REQUIRE(!stopped.has_value());
  BOOST_TEST((stopped.error().code == ErrorCode::disconnected));
  BOOST_TEST(asked == 3);
}

BOOST_AUTO_TEST_CASE(parts_of_a_snapshot_that_was_cut_short_go_with_the_next_one) {
  must(store->save_snapshot({1, 0, Bytes(1000, 1)}));
  store.reset();
  execute(dir / "job.db", "INSERT INTO snapshot_part(series, part, bytes) VALUES(2, 0, x'00')");
  store = must(JobStore::open(dir));
  BOOST_TEST(must(store->latest_snapshot())->responses == 1U);
  must(store->save_snapshot({2, 0, Bytes(2000, 2)}));
  BOOST_TEST(must(store->latest_snapshot())->bytes.size() == 2000U);
  BOOST_TEST(count_in(dir / "job.db", "snapshot_part") == 2);
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace tagtrail::host::testing
