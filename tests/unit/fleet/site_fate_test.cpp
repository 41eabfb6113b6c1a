#include "fleet/site_fate.hpp"

#include <boost/test/unit_test.hpp>

using namespace tagtrail::host;
using std::chrono::milliseconds;

namespace {

constexpr RetryRules kRules{3, milliseconds(1000)};

SiteFate fate_of(int exit, unsigned tries = 0) {
  SiteEnd end;
  end.exit = exit;
  return judge_end(end, tries, kRules);
}

}  // namespace

BOOST_AUTO_TEST_SUITE(site_fate)

BOOST_AUTO_TEST_CASE(through) {
  BOOST_TEST(fate_of(0, 2).state == kSiteDone);
  BOOST_TEST(fate_of(0, 2).tries == 0U);
  BOOST_TEST(fate_of(4).state == kSiteLimit);
  BOOST_TEST(fate_of(4).cause.empty());
}

BOOST_AUTO_TEST_CASE(what_is_no_fault_of_the_site_counts_as_no_try) {
  BOOST_TEST(fate_of(5, 1).state == kSiteWaiting);
  BOOST_TEST(fate_of(5, 1).tries == 1U);
  BOOST_TEST((fate_of(5, 1).wait == milliseconds(0)));
  const SiteFate full = fate_of(7, 2);
  BOOST_TEST(full.state == kSiteWaiting);
  BOOST_TEST(full.tries == 2U);
  BOOST_TEST(full.worker_is_ill);
  BOOST_TEST(!fate_of(6).worker_is_ill);
}

BOOST_AUTO_TEST_CASE(put_down_since_others_ask_its_hosts) {
  SiteEnd end;
  end.exit = 5;
  end.reason = "hosts_taken";
  const RetryRules rules{3, milliseconds(6000)};
  const SiteFate first = judge_end(end, 1, rules);
  BOOST_TEST(first.state == kSiteWaiting);
  BOOST_TEST(first.tries == 1U);
  BOOST_TEST(first.put_downs == 1U);
  BOOST_TEST((first.wait == milliseconds(1000)));
  BOOST_TEST((judge_end(end, 1, rules, 3).wait == milliseconds(8000)));
  BOOST_TEST(judge_end(end, 1, rules, 3).put_downs == 4U);
  BOOST_TEST((judge_end(end, 1, rules, kMostPutDowns).wait == milliseconds(360'000)));
  end.reason = "user";
  BOOST_TEST(judge_end(end, 1, rules, 3).put_downs == 0U);
}

BOOST_AUTO_TEST_CASE(waits_grow_by_cause_and_try) {
  BOOST_TEST((fate_of(137).wait == milliseconds(1000)));
  BOOST_TEST((fate_of(137, 1).wait == milliseconds(4000)));
  BOOST_TEST((fate_of(6).wait == milliseconds(15'000)));
  BOOST_TEST((fate_of(6, 1).wait == milliseconds(60'000)));
  BOOST_TEST(fate_of(6).cause == "refused");
  BOOST_TEST(fate_of(3).cause == "could_not_start");
  BOOST_TEST(fate_of(137).cause == "broke");
}

BOOST_AUTO_TEST_CASE(no_wait_is_longer_than_a_day) {
  SiteEnd end;
  end.exit = 6;
  const SiteFate fate = judge_end(end, 1'000'000, {2'000'000, milliseconds(60'000)});
  BOOST_TEST((fate.wait == std::chrono::hours(24)));
  BOOST_TEST(fate.state == kSiteWaiting);
}

BOOST_AUTO_TEST_CASE(set_aside) {
  BOOST_TEST(fate_of(6, 1).state == kSiteWaiting);
  BOOST_TEST(fate_of(6, 2).state == kSiteAside);
  BOOST_TEST(fate_of(6, 2).tries == 3U);
  BOOST_TEST(fate_of(2).state == kSiteAside);
  BOOST_TEST(fate_of(2).cause == "wrong_options");
}

BOOST_AUTO_TEST_SUITE_END()
