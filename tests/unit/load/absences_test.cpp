// Which servers are waited for, how long, and when that ends.
#include "load/absences.hpp"

#include <boost/test/unit_test.hpp>

using namespace tagtrail::host;
using namespace std::chrono_literals;

namespace {

const std::string kOrigin = "http://example.org";

struct AbsencesFixture {
  /// A request that begins when it is allowed to, and ends at once. Returns the pause after it.
  Milliseconds ask_in_vain(Absences& absences) {
    now = std::max(now, absences.away_until(kOrigin).value_or(now));
    return absences.unreached(kOrigin, now, now);
  }

  SteadyTime now{1h};
  Milliseconds max_wait = PolitenessOptions{}.max_wait;
};

}  // namespace

BOOST_FIXTURE_TEST_SUITE(absences, AbsencesFixture)

BOOST_AUTO_TEST_CASE(who_never_answered_is_not_waited_for) {
  Absences absences(max_wait);
  BOOST_TEST((ask_in_vain(absences) == 0ms));
  BOOST_TEST(!absences.away_until(kOrigin).has_value());
  BOOST_TEST(absences.given_up(kOrigin).empty());
}

// A server of http may have nobody who listens at the port of https: its links there must neither
// wait nor stop the others.
BOOST_AUTO_TEST_CASE(each_origin_is_away_for_itself) {
  Absences absences(max_wait);
  absences.answered(kOrigin);
  BOOST_TEST((absences.unreached("https://example.org", now, now) == 0ms));
  BOOST_TEST(!absences.away_until(kOrigin).has_value());
  BOOST_TEST(!absences.host_away_until("example.org").has_value());
  BOOST_TEST((ask_in_vain(absences) == 1s));
  BOOST_TEST(!absences.away_until("https://example.org").has_value());
  BOOST_TEST((absences.host_away_until("example.org") == now + 1s));
  BOOST_TEST(!absences.host_away_until("example.com").has_value());
}

BOOST_AUTO_TEST_CASE(pauses_double_to_a_minute_and_end_with_an_answer) {
  Absences absences(max_wait);
  absences.answered(kOrigin);
  std::vector<std::int64_t> seconds;
  for (int n = 0; n < 8; ++n) {
    seconds.push_back(
        std::chrono::duration_cast<std::chrono::seconds>(ask_in_vain(absences)).count());
  }
  BOOST_TEST(seconds == (std::vector<std::int64_t>{1, 2, 4, 8, 16, 32, 60, 60}),
             boost::test_tools::per_element());
  absences.answered(kOrigin);
  BOOST_TEST(!absences.away_until(kOrigin).has_value());
  BOOST_TEST((ask_in_vain(absences) == 1s));
}

BOOST_AUTO_TEST_CASE(requests_that_were_under_way_together_double_once) {
  Absences absences(max_wait);
  absences.answered(kOrigin);
  const SteadyTime begun = now;
  BOOST_TEST((absences.unreached(kOrigin, begun, now + 30s) == 1s));
  BOOST_TEST((absences.unreached(kOrigin, begun, now + 31s) == 1s));
  BOOST_TEST((absences.away_until(kOrigin) == now + 31s));
}

BOOST_AUTO_TEST_CASE(after_ten_minutes_it_is_given_up_and_says_why) {
  Absences absences(max_wait);
  absences.answered(kOrigin);
  const SteadyTime begin = now;
  while (absences.given_up(kOrigin).empty()) ask_in_vain(absences);
  BOOST_TEST((now - begin >= 10min));
  BOOST_TEST((now - begin <= 11min));
  BOOST_TEST(absences.given_up(kOrigin).find("example.org has answered before") == 0U);
}

BOOST_AUTO_TEST_CASE(max_wait_holds_for_it_too) {
  max_wait = 5s;
  Absences absences(max_wait);
  absences.answered(kOrigin);
  const SteadyTime begin = now;
  while (absences.given_up(kOrigin).empty()) ask_in_vain(absences);
  BOOST_TEST((now - begin == 7s));
}

BOOST_AUTO_TEST_SUITE_END()
