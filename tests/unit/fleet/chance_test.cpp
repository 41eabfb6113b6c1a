#include "fleet/chance.hpp"

#include <boost/test/unit_test.hpp>
#include <set>

using namespace tagtrail::host;
using std::chrono::milliseconds;

BOOST_AUTO_TEST_SUITE(chances)

BOOST_AUTO_TEST_CASE(times_differ_within_their_bounds) {
  constexpr milliseconds kPause{10'000};
  constexpr int kTimes = 200;
  std::set<milliseconds> seen;
  for (int time = 0; time < kTimes; ++time) {
    const milliseconds pause = with_chance(kPause);
    BOOST_TEST((pause >= kPause / 2 && pause <= kPause));
    seen.insert(pause);
  }
  BOOST_TEST(seen.size() > kTimes / 2U);
}

BOOST_AUTO_TEST_CASE(nothing_is_nothing) {
  BOOST_TEST((up_to(milliseconds(0)) == milliseconds(0)));
  BOOST_TEST((up_to(milliseconds(-5)) == milliseconds(0)));
  BOOST_TEST((with_chance(milliseconds(1)) == milliseconds(1)));
}

BOOST_AUTO_TEST_SUITE_END()
