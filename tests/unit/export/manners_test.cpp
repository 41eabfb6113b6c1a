#include "export/manners.hpp"

#include <boost/test/unit_test.hpp>

using namespace tagtrail;
using namespace tagtrail::host;

namespace {

/// Times in milliseconds.
Attempt attempt(std::int64_t start, std::int64_t end, int status = 200, std::int64_t pause = 0) {
  Attempt made;
  made.host = "example.org";
  made.started_us = start * 1000;
  made.ended_us = end * 1000;
  made.delay_ms = 1000;
  made.status = status;
  made.error = "none";
  made.pause_ms = pause;
  return made;
}

HostManners count(const std::vector<Attempt>& attempts) {
  MannersCount counted;
  for (const Attempt& attempt : attempts) counted.take(attempt);
  return counted.finish();
}

}  // namespace

BOOST_AUTO_TEST_SUITE(manners)

BOOST_AUTO_TEST_CASE(gaps_are_from_the_end_to_the_next_beginning) {
  const auto host = count({attempt(0, 500), attempt(1500, 1600), attempt(4600, 4700)});
  BOOST_TEST(host.host == "example.org");
  BOOST_TEST(host.requests == 3);
  BOOST_TEST(host.gaps == 2);
  BOOST_TEST(host.short_gaps == 0);
  BOOST_TEST(host.smallest_gap_us.value() == 1'000'000);
  BOOST_TEST(host.median_gap_us.value() == 3'000'000);
  BOOST_TEST(host.most_at_once == 1);
  BOOST_TEST(host.polite());
}

BOOST_AUTO_TEST_CASE(one_request_has_no_gap) {
  const auto host = count({attempt(0, 500)});
  BOOST_TEST(!host.smallest_gap_us.has_value());
  BOOST_TEST(host.polite());
}

BOOST_AUTO_TEST_CASE(a_gap_that_is_too_short_is_told) {
  const auto host = count({attempt(0, 500), attempt(1499, 1600), attempt(2600, 2700)});
  BOOST_TEST(host.short_gaps == 1);
  BOOST_TEST(!host.polite());
}

// A long request is still under way when a short one ends: the gap is to the last end.
BOOST_AUTO_TEST_CASE(requests_side_by_side_are_told) {
  const auto host = count({attempt(0, 5000), attempt(100, 200), attempt(5500, 5600)});
  BOOST_TEST(host.most_at_once == 2);
  BOOST_TEST(host.short_gaps == 2);

  auto fast = std::vector{attempt(0, 5000), attempt(100, 200), attempt(300, 400)};
  for (Attempt& one : fast) one.delay_ms = 0;
  const auto permitted = count(fast);
  BOOST_TEST(permitted.most_at_once == 2);
  BOOST_TEST(permitted.polite());
}

BOOST_AUTO_TEST_CASE(pauses_that_were_asked_for_are_checked) {
  const auto kept = count({attempt(0, 500, 429, 60'000), attempt(60'500, 60'600)});
  BOOST_TEST(kept.refusals.at(429) == 1);
  BOOST_TEST(kept.longest_pause_ms == 60'000);
  BOOST_TEST(kept.polite());
  const auto broken = count({attempt(0, 500, 429, 60'000), attempt(60'499, 60'600)});
  BOOST_TEST(broken.short_gaps == 0);
  BOOST_TEST(broken.broken_pauses == 1);
  BOOST_TEST(!broken.polite());
}

BOOST_AUTO_TEST_CASE(what_was_not_sent_does_not_count) {
  Attempt refused = attempt(10, 11, 0);
  refused.error = "refused_address";
  const auto host = count({attempt(0, 5), refused});
  BOOST_TEST(host.requests == 1);
}

// A page in a tab loaded 242 scripts, and the summary of manners knew of no request but the page's.
BOOST_AUTO_TEST_CASE(what_the_browser_asks_for_by_itself_is_told_apart) {
  Attempt page = attempt(0, 500);
  page.hops = 1;
  page.sub_requests = 7;
  Manners told;
  told.hosts.push_back(count({page, attempt(2000, 2100)}));
  BOOST_TEST(told.hosts[0].requests == 2);
  BOOST_TEST(told.hosts[0].sub_requests == 7);
  BOOST_TEST(to_text(told).find("by the browser    1 of redirects") != std::string::npos);
  BOOST_TEST(to_text(told).find("those apart that the browser made") != std::string::npos);
  told.hosts[0].hops = told.hosts[0].sub_requests = 0;
  BOOST_TEST(to_text(told).find("by the browser") == std::string::npos);
}

BOOST_AUTO_TEST_CASE(facts_come_back) {
  MannersFacts facts;
  facts.seed_url = "https://example.org/";
  facts.user_agent = "Tagtrail/0.1 (+mailto:me@example.org)";
  facts.robots = false;
  facts.delay_ms = 1500;
  facts.max_crawl_delay_ms = 300'000;
  facts.max_wait_ms = 3'600'000;
  facts.connections = 4;
  const auto read = manners_from_json(to_json(facts));
  BOOST_REQUIRE(read.has_value());
  BOOST_TEST(to_json(*read) == to_json(facts));
  BOOST_TEST(!manners_from_json("[]").has_value());
  BOOST_TEST(manners_from_json(R"({"delayMs":"soon","robots":1})")->robots);
}

BOOST_AUTO_TEST_SUITE_END()
