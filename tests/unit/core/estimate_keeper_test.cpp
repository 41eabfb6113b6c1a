// What people are told of how many files there are: when, and what makes it move.
#include "crawl/estimate_keeper.hpp"

#include <boost/test/unit_test.hpp>

using namespace tagtrail;

namespace {

/// With a slope of 4 the range's lower share lies ln(9) / 4 below the middle one, as logits.
StopAdvice advice(double level) { return StopAdvice::of(level, 4); }

// The middle share is logistic(level / 4).
constexpr double kAbout80 = 4 * 1.3862943611198906;  // 80 %, 69.8 to 87.4: 1.25 times
constexpr double kAbout50 = 0;                       // 50 %, 36.6 to 63.4: 1.73 times
constexpr double kAbout30 = -4;                      // 26.9 %, 17.5 to 38.9: 2.2 times

/// As if the advice had been the same for long.
EstimateKeeper lasting(std::uint64_t found, double level) {
  EstimateKeeper keeper;
  keeper.update(1000, found, advice(level));
  return keeper;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(estimate_keeper)

BOOST_AUTO_TEST_CASE(nothing_is_told_before_it_is_narrow) {
  EstimateKeeper keeper;
  keeper.update(99, 10, StopAdvice{});
  BOOST_TEST(!keeper.told().has_value());
  BOOST_TEST(!lasting(800, kAbout50).told().has_value());
  BOOST_TEST(!lasting(0, kAbout80).told().has_value());
  // 800 of 1000, of 915.5 to 1146.5: to the next tens.
  const auto told = lasting(800, kAbout80).told();
  BOOST_REQUIRE(told.has_value());
  BOOST_TEST((*told == FileEstimate{1000, 900, 1160, 0}));
}

BOOST_AUTO_TEST_CASE(what_is_all_but_none_is_not_told) {
  for (const double level : {-1e6, -1000.0, -100.0}) {
    BOOST_TEST(!lasting(1'000'000, level).told().has_value(), level);
  }
  const auto told = lasting(1'000'000, 1e6).told();
  BOOST_REQUIRE(told.has_value());
  BOOST_TEST((*told == FileEstimate{1'000'000, 1'000'000, 1'000'000, 0}));
}

BOOST_AUTO_TEST_CASE(it_stays_while_advice_wavers) {
  EstimateKeeper keeper = lasting(800, kAbout80);
  const auto told = keeper.told();
  // Between 77 and 83 %, a hundred requests each: 960 to 1040 files.
  for (std::uint64_t n = 1001; n < 3000; ++n) {
    keeper.update(n, 800, advice(n / 100 % 2 == 0 ? 4.8 : 6.3));
    BOOST_REQUIRE((keeper.told() == told));
  }
  // 58.1 % is out of its range: 900 of 1550.
  for (std::uint64_t n = 3000; n < 3500; ++n) keeper.update(n, 900, advice(1.3));
  const auto after = keeper.told();
  BOOST_REQUIRE(after.has_value());
  BOOST_TEST((after->low <= 1550U && 1550U <= after->high));
  BOOST_TEST(after->files + (after->high - after->low) / 2 >= 1550U);
}

BOOST_AUTO_TEST_CASE(a_range_half_as_wide_is_told_and_keeps_the_number) {
  EstimateKeeper keeper = lasting(980, 8);  // 88 %, 81.0 to 92.8
  BOOST_REQUIRE(keeper.told().has_value());
  BOOST_TEST((*keeper.told() == FileEstimate{1110, 1050, 1210, 0}));
  // 90 %, 83.9 to 94.0 of 990: not half as wide.
  for (std::uint64_t n = 1001; n < 1500; ++n) keeper.update(n, 990, advice(8.8));
  BOOST_TEST((*keeper.told() == FileEstimate{1110, 1050, 1210, 0}));
  // 94.7 %, 91.1 to 96.9 of 1050, that is 1084 to 1153: the number is still in it.
  for (std::uint64_t n = 1500; n < 2000; ++n) keeper.update(n, 1050, advice(11.5));
  BOOST_TEST(keeper.told()->files == 1110U);
  BOOST_TEST(keeper.told()->high - keeper.told()->low <= 90U);
}

BOOST_AUTO_TEST_CASE(what_does_not_last_changes_nothing) {
  EstimateKeeper keeper = lasting(800, kAbout80);
  const auto told = keeper.told();
  // A page with many links: for three requests nobody knows.
  for (std::uint64_t n = 1001; n < 1004; ++n) {
    keeper.update(n, 800, advice(kAbout30));
    BOOST_REQUIRE((keeper.told() == told));
  }
  for (std::uint64_t n = 1004; n < 1200; ++n) keeper.update(n, 800, advice(kAbout80));
  BOOST_TEST((keeper.told() == told));
  for (std::uint64_t n = 1200; n < 1400; ++n) keeper.update(n, 800, advice(kAbout30));
  BOOST_TEST(!keeper.told().has_value());
}

BOOST_AUTO_TEST_CASE(it_does_not_come_and_go) {
  EstimateKeeper keeper = lasting(800, kAbout80);
  // Too wide to be told first, not wide enough to be taken back.
  for (std::uint64_t n = 1001; n < 2000; ++n) keeper.update(n, 800, advice(kAbout50));
  BOOST_TEST(keeper.told().has_value());
  for (std::uint64_t n = 2000; n < 3000; ++n) keeper.update(n, 800, advice(kAbout30));
  BOOST_TEST(!keeper.told().has_value());
  for (std::uint64_t n = 3000; n < 4000; ++n) keeper.update(n, 800, advice(kAbout50));
  BOOST_TEST(!keeper.told().has_value());
}

BOOST_AUTO_TEST_CASE(there_are_never_fewer_than_were_found) {
  EstimateKeeper keeper = lasting(800, kAbout80);
  for (std::uint64_t found = 801; found < 1500; ++found) {
    keeper.update(1000 + found, found, advice(kAbout80));
    const auto told = keeper.told();
    BOOST_REQUIRE(told.has_value());
    BOOST_REQUIRE(told->low >= found);
    BOOST_REQUIRE((told->low <= told->files && told->files <= told->high));
  }
}

BOOST_AUTO_TEST_CASE(saved_and_loaded) {
  for (EstimateKeeper keeper : {lasting(800, kAbout80), lasting(800, kAbout50), EstimateKeeper{}}) {
    ByteWriter out;
    keeper.save(out);
    const Bytes bytes = out.take();
    EstimateKeeper again;
    ByteReader in(bytes.data(), bytes.size());
    BOOST_REQUIRE(again.load(in));
    for (std::uint64_t n = 1001; n < 1100; ++n) {
      keeper.update(n, 800, advice(6.3));
      again.update(n, 800, advice(6.3));
      BOOST_REQUIRE((again.told() == keeper.told()));
    }
    for (std::size_t size = 0; size < bytes.size(); ++size) {
      ByteReader cut(bytes.data(), size);
      BOOST_TEST(!EstimateKeeper{}.load(cut), size);
    }
  }
}

BOOST_AUTO_TEST_CASE(a_range_upside_down_is_refused) {
  ByteWriter out;
  out.f64(1);
  out.var(1000);
  out.boolean(true);
  for (const std::uint64_t number : {5U, 6U, 9U}) out.var(number);
  const Bytes bytes = out.take();
  ByteReader in(bytes.data(), bytes.size());
  BOOST_TEST(!EstimateKeeper{}.load(in));
}

BOOST_AUTO_TEST_CASE(prices_are_rounded_by_ratio) {
  const auto check = [](std::uint64_t number, std::uint64_t rounded) {
    BOOST_TEST(rounded_coarsely(number) == rounded, number);
  };
  check(1, 1);
  check(2, 2);
  check(3, 2);
  check(4, 5);
  check(7, 5);
  check(8, 10);
  check(31, 20);
  check(32, 50);
  check(100, 100);
  check(1400, 1000);
  check(1500, 2000);
}

BOOST_AUTO_TEST_SUITE_END()
