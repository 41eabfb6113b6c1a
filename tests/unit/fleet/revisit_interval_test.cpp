#include "fleet/revisit_interval.hpp"

#include <boost/test/unit_test.hpp>

using namespace tagtrail::host;
using std::chrono::milliseconds;

namespace {

constexpr milliseconds kEvery{8000};

long long after(std::optional<long long> before, std::optional<bool> changed) {
  std::optional<milliseconds> last;
  if (before) last = milliseconds(*before);
  return next_interval(kEvery, last, changed).count();
}

}  // namespace

BOOST_AUTO_TEST_SUITE(revisit_interval)

BOOST_AUTO_TEST_CASE(begins_as_it_was_asked_for) {
  BOOST_TEST(after({}, {}) == 8000);
  BOOST_TEST(after(5000, {}) == 5000);
}

BOOST_AUTO_TEST_CASE(follows_the_changes_within_bounds) {
  BOOST_TEST(after(8000, true) == 4000);
  BOOST_TEST(after(4000, true) == 2000);
  BOOST_TEST(after(2000, true) == 2000);
  BOOST_TEST(after(8000, false) == 12000);
  BOOST_TEST(after(30000, false) == 32000);
  BOOST_TEST(after(32000, false) == 32000);
}

BOOST_AUTO_TEST_CASE(an_interval_of_another_schedule_is_brought_into_its_bounds) {
  BOOST_TEST(after(1'000'000, {}) == 32000);
  BOOST_TEST(after(1, {}) == 2000);
  BOOST_TEST(next_interval(milliseconds(1), milliseconds(1), true).count() == 1);
}

BOOST_AUTO_TEST_SUITE_END()
