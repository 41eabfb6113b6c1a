// How right and how steady what is shown of an estimate is, by hand.
#include "studies/shown_figures.hpp"

#include <boost/test/unit_test.hpp>
#include <cmath>

using namespace tagtrail;
using namespace tagtrail::host;

namespace {

constexpr std::uint64_t kFiles = 100;

/// A moment with `found` files; the middle of the advice is the share `share`.
Progress moment(std::uint64_t requests, std::uint64_t found, double share) {
  Progress progress;
  progress.requests = requests;
  progress.targets = found;
  // A hair more: shares are rounded down.
  progress.advice = StopAdvice::of(4 * std::log(share / (1 - share)) + 1e-9, 4);
  return progress;
}

Progress told(std::uint64_t requests, std::uint64_t found, FileEstimate estimate) {
  Progress progress = moment(requests, found, 0.5);
  progress.estimate = estimate;
  return progress;
}

bool near(double a, double b) { return std::abs(a - b) < 1e-9; }

}  // namespace

BOOST_AUTO_TEST_SUITE(shown_figures)

BOOST_AUTO_TEST_CASE(turns) {
  TurnCounter counter;
  for (const double value : {5, 5, 6, 6, 7}) counter.add(value);
  BOOST_TEST(counter.turns() == 0);
  for (const double value : {7, 6, 6, 5}) counter.add(value);  // down
  BOOST_TEST(counter.turns() == 1);
  for (const double value : {5, 9, 8}) counter.add(value);  // up, down
  BOOST_TEST(counter.turns() == 3);
}

BOOST_AUTO_TEST_CASE(always_is_all_that_is_advised) {
  ShownSampler sampler(kFiles);
  Progress early;
  early.requests = 99;
  sampler.add(early);
  sampler.add(moment(100, 50, 0.40));  // off by 10
  sampler.add(moment(101, 50, 0.60));  // 10
  sampler.add(moment(102, 60, 0.50));  // 10
  sampler.add(moment(103, 90, 0.90));  // 0
  Progress end = moment(104, 100, 0.9);
  end.advice = StopAdvice::complete();
  end.estimate = FileEstimate{100, 100, 100, 0};
  sampler.add(end);
  const auto [always, live, as_told] = sampler.figures();
  BOOST_TEST(near(always.error, 7.5));
  BOOST_TEST(always.turns == 2);
  BOOST_TEST(always.range_turns == 4);
  BOOST_TEST(always.inside == 1);
  BOOST_TEST(always.moments == 4);
  BOOST_TEST(always.silent == 99);
  BOOST_TEST(always.withdrawals == 0);
  // The program has shown nothing: the end needs no estimate.
  BOOST_TEST(as_told.moments == 0);
  BOOST_TEST(as_told.silent == 103);
  BOOST_TEST(live.moments == 0);
}

BOOST_AUTO_TEST_CASE(told_is_what_the_program_shows) {
  ShownSampler sampler(kFiles);
  sampler.add(moment(100, 50, 0.3));
  sampler.add(told(101, 60, {80, 70, 95, 10}));     // 75 % for 60: off by 15; 100 are more
  sampler.add(told(102, 60, {120, 100, 150, 10}));  // 50 %: 10
  sampler.add(moment(103, 60, 0.3));
  sampler.add(told(104, 90, {100, 95, 100, 10}));  // 0
  const auto [always, live, as_told] = sampler.figures();
  BOOST_TEST(near(as_told.error, 25.0 / 3));
  BOOST_TEST(as_told.turns == 1);
  BOOST_TEST(as_told.range_turns == 2);
  BOOST_TEST(near(as_told.inside, 2.0 / 3));
  BOOST_TEST(as_told.withdrawals == 1);
  BOOST_TEST(as_told.moments == 3);
  BOOST_TEST(as_told.silent == 100);
  // The advised 50 % at the same moments.
  BOOST_TEST(near(live.error, 20));
  BOOST_TEST(live.moments == 3);
  BOOST_TEST(live.withdrawals == 1);
  BOOST_TEST(always.moments == 5);
}

BOOST_AUTO_TEST_SUITE_END()
