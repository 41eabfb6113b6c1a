#include "fetch/politeness.hpp"

#include <boost/test/unit_test.hpp>

#include "fetch/http_date.hpp"

using namespace tagtrail::host;
using namespace std::chrono_literals;

namespace {

const std::string kSite = "example.org";
const std::string kOrigin = "https://example.org";
const SteadyTime kStart = SteadyTime(1000h);

/// One request that starts and ends at `at`; returns how long the next one has to wait.
Milliseconds wait_after(Politeness& politeness, int status, SteadyTime at,
                        Milliseconds latency = 10ms,
                        std::optional<Milliseconds> retry_after = std::nullopt) {
  politeness.start(kSite, at);
  politeness.finish(kSite, {status, latency, retry_after}, at);
  return std::chrono::duration_cast<Milliseconds>(*politeness.earliest(kSite, at) - at);
}

}  // namespace

BOOST_AUTO_TEST_SUITE(politeness)

BOOST_AUTO_TEST_CASE(one_connection_and_a_delay_from_the_end_of_an_answer) {
  Politeness politeness({.delay = 1000ms});
  BOOST_TEST((politeness.earliest(kSite, kStart) == kStart));
  politeness.start(kSite, kStart);
  BOOST_TEST(!politeness.earliest(kSite, kStart + 1h).has_value());
  BOOST_TEST((politeness.earliest("other.org", kStart) == kStart));
  politeness.finish(kSite, {200, 10ms, {}}, kStart + 5s);
  BOOST_TEST((politeness.earliest(kSite, kStart + 5s) == kStart + 6s));
}

BOOST_AUTO_TEST_CASE(more_connections_only_without_delay) {
  Politeness fast({.delay = 0ms, .connections = 2});
  fast.start(kSite, kStart);
  BOOST_TEST(fast.earliest(kSite, kStart).has_value());
  fast.start(kSite, kStart);
  BOOST_TEST(!fast.earliest(kSite, kStart).has_value());
  fast.finish(kSite, {200, 900ms, {}}, kStart + 1s);
  BOOST_TEST((*fast.earliest(kSite, kStart + 1s) <= kStart + 1s));

  Politeness slow({.delay = 10ms, .connections = 2});
  slow.start(kSite, kStart);
  BOOST_TEST(!slow.earliest(kSite, kStart).has_value());

  fast.set_crawl_delay(kOrigin, 1);
  BOOST_TEST(!fast.earliest(kSite, kStart + 1s).has_value());
}

BOOST_AUTO_TEST_CASE(crawl_delay_counts_when_longer_and_is_capped) {
  Politeness politeness({.delay = 1000ms, .max_crawl_delay = 30s});
  politeness.set_crawl_delay(kOrigin, 0.5);
  BOOST_TEST(politeness.delay(kSite).count() == 1000);
  BOOST_TEST(politeness.set_crawl_delay(kOrigin, 2.5).count() == 2500);
  BOOST_TEST(politeness.delay(kSite).count() == 2500);
  BOOST_TEST(politeness.set_crawl_delay(kOrigin, 1e300).count() == 30'000);
  BOOST_TEST(politeness.delay(kSite).count() == 30'000);
  // Asked again, robots.txt says nothing of it any more.
  BOOST_TEST(politeness.set_crawl_delay(kOrigin, std::nullopt).count() == 0);
  BOOST_TEST(politeness.delay(kSite).count() == 1000);
  BOOST_TEST(politeness.set_crawl_delay(kOrigin, -4).count() == 0);
  BOOST_TEST(politeness.delay(kSite).count() == 1000);
}

BOOST_AUTO_TEST_CASE(http_and_https_of_a_host_are_one) {
  BOOST_TEST(politeness_host("https://example.org/a?b") == kSite);
  BOOST_TEST(politeness_host("http://example.org/") == kSite);
  BOOST_TEST(politeness_host("http://example.org:8080/") == "example.org:8080");
  Politeness politeness({.delay = 1000ms});
  politeness.set_crawl_delay("http://example.org", 9);
  politeness.set_crawl_delay("https://example.org", 4);
  BOOST_TEST(politeness.delay(kSite).count() == 9000);
  politeness.set_crawl_delay("http://example.org", std::nullopt);
  BOOST_TEST(politeness.delay(kSite).count() == 4000);
}

BOOST_AUTO_TEST_CASE(a_slow_server_is_asked_less_often) {
  Politeness politeness({.delay = 100ms, .latency_factor = 1, .max_latency_delay = 5s});
  BOOST_TEST(wait_after(politeness, 200, kStart, 2000ms).count() == 2000);
  BOOST_TEST(wait_after(politeness, 200, kStart + 1h, 1000ms).count() == 1700);
  BOOST_TEST(wait_after(politeness, 200, kStart + 2h, 1h).count() == 5000);
}

// A tab does not tell how long the first byte took: that is no word of a fast server.
BOOST_AUTO_TEST_CASE(a_latency_that_is_not_known_changes_nothing) {
  Politeness politeness({.delay = 100ms, .latency_factor = 2});
  BOOST_TEST(wait_after(politeness, 200, kStart, 1000ms).count() == 2000);
  politeness.start(kSite, kStart + 1h);
  politeness.finish(kSite, {.status = 200}, kStart + 1h);
  BOOST_TEST(politeness.delay(kSite).count() == 2000);
}

BOOST_AUTO_TEST_CASE(errors_never_shorten_the_delay) {
  Politeness politeness({.delay = 100ms, .latency_factor = 1});
  BOOST_TEST(wait_after(politeness, 200, kStart, 2000ms).count() == 2000);
  BOOST_TEST(wait_after(politeness, 500, kStart + 1h, 1ms).count() == 2000);
  BOOST_TEST(wait_after(politeness, 404, kStart + 2h, 1ms).count() == 2000);
  BOOST_TEST(wait_after(politeness, 0, kStart + 3h, 0ms).count() == 2000);
  BOOST_TEST(wait_after(politeness, 200, kStart + 4h, 1000ms).count() == 1700);
}

BOOST_AUTO_TEST_CASE(back_off_doubles_and_quiet_time_halves_it) {
  Politeness politeness({.delay = 1000ms, .first_backoff = 60s, .max_backoff = 200s});
  SteadyTime now = kStart;
  BOOST_TEST(wait_after(politeness, 429, now).count() == 60'000);
  now += 60s;
  BOOST_TEST(wait_after(politeness, 503, now).count() == 120'000);
  now += 120s;
  BOOST_TEST(wait_after(politeness, 429, now).count() == 200'000);
  now += 200s;
  BOOST_TEST(wait_after(politeness, 200, now).count() == 1000);
  now += 200s;
  BOOST_TEST(wait_after(politeness, 200, now).count() == 1000);
  BOOST_TEST(wait_after(politeness, 429, now).count() == 200'000);  // 100 s doubled
  now += 24h;
  BOOST_TEST(wait_after(politeness, 200, now).count() == 1000);
  BOOST_TEST(wait_after(politeness, 429, now).count() == 60'000);
}

BOOST_AUTO_TEST_CASE(retry_after_is_obeyed) {
  Politeness politeness({.delay = 1000ms, .max_backoff = 100s, .max_wait = 2h});
  BOOST_TEST(wait_after(politeness, 503, kStart, 1ms, 7s).count() == 7000);
  BOOST_TEST(wait_after(politeness, 429, kStart + 1h, 1ms, 0s).count() == 1000);
  BOOST_TEST(wait_after(politeness, 200, kStart + 2h).count() == 1000);
  // Longer than any back-off of our own.
  BOOST_TEST(wait_after(politeness, 429, kStart + 2h, 1ms, 1h).count() == 3'600'000);
  BOOST_TEST(wait_after(politeness, 403, kStart + 4h).count() == 1000);
  BOOST_TEST(wait_after(politeness, 403, kStart + 4h, 1ms, 60s).count() == 60'000);
  BOOST_TEST(politeness.given_up(kSite).empty());
}

// A host that refused everything with "Retry-After: 0" was asked ten times a second.
BOOST_AUTO_TEST_CASE(a_time_that_is_too_short_each_time_is_doubled) {
  Politeness politeness({.delay = 100ms, .max_backoff = 10s, .max_wait = 1h});
  auto now = kStart;
  for (const auto expected : {100, 1000, 2000, 4000, 8000, 10'000, 10'000}) {
    now += 1min;
    BOOST_TEST(wait_after(politeness, 429, now, 1ms, 0s).count() == expected);
  }
  BOOST_TEST(wait_after(politeness, 429, now + 1min, 1ms, 30s).count() == 30'000);
  wait_after(politeness, 200, now + 2min);
  BOOST_TEST(wait_after(politeness, 429, now + 3min, 1ms, 0s).count() == 100);
}

BOOST_AUTO_TEST_CASE(a_host_that_asks_for_too_much_patience_is_given_up) {
  Politeness politeness({.delay = 1000ms, .max_wait = 1h});
  wait_after(politeness, 429, kStart, 1ms, 1h);
  BOOST_TEST(politeness.given_up(kSite).empty());
  wait_after(politeness, 200, kStart + 1h);
  wait_after(politeness, 429, kStart + 2h, 1ms, 2h);
  BOOST_TEST(politeness.given_up(kSite) ==
             "example.org answered 429 and asks to be left alone for 2 h, longer than --max-wait "
             "(60 min)");
  BOOST_TEST(politeness.given_up("other.org").empty());
}

BOOST_AUTO_TEST_CASE(a_host_that_refuses_for_too_long_is_given_up) {
  Politeness politeness(
      {.delay = 1000ms, .first_backoff = 60s, .max_backoff = 600s, .max_wait = 1h});
  SteadyTime now = kStart;
  int refusals = 0;
  for (; politeness.given_up(kSite).empty() && refusals < 50; ++refusals) {
    now += Milliseconds(wait_after(politeness, 503, now));
  }
  // 1, 2, 4, 8, then 10 minutes each.
  BOOST_TEST(refusals == 9);
  BOOST_TEST(politeness.given_up(kSite).find("has refused every request for 65 min") !=
             std::string::npos);

  // Anything else between starts the count anew.
  Politeness patient({.delay = 1000ms, .first_backoff = 60s, .max_backoff = 600s, .max_wait = 1h});
  for (int i = 0; i < 50; ++i) {
    now += Milliseconds(wait_after(patient, i % 5 == 4 ? 404 : 503, now));
  }
  BOOST_TEST(patient.given_up(kSite).empty());
}

BOOST_AUTO_TEST_CASE(what_others_have_seen_binds) {
  Politeness politeness({.delay = 1000ms, .max_wait = 1h});
  politeness.note_elsewhere(kSite, {kStart - 300ms, {}}, kStart);
  BOOST_TEST((politeness.earliest(kSite, kStart) == kStart + 700ms));
  // A clock that was ahead.
  politeness.note_elsewhere(kSite, {kStart + 5h, {}}, kStart);
  BOOST_TEST((politeness.earliest(kSite, kStart) == kStart + 1s));
  politeness.note_elsewhere(kSite, {kStart, kStart + 9s}, kStart);
  BOOST_TEST((politeness.earliest(kSite, kStart) == kStart + 9s));
  BOOST_TEST((politeness.trace(kSite).blocked_until == kStart + 9s));
  BOOST_TEST(politeness.given_up(kSite).empty());
  politeness.note_elsewhere(kSite, {kStart, kStart + 2h}, kStart);
  BOOST_TEST(politeness.given_up(kSite).find("another 2 h") != std::string::npos);
}

// Several answers may be under way: a late one must not end a pause that another one asked for.
BOOST_AUTO_TEST_CASE(a_pause_is_never_cut_short) {
  Politeness politeness({.delay = 0ms, .connections = 2});
  politeness.start(kSite, kStart);
  politeness.start(kSite, kStart);
  politeness.finish(kSite, {429, 1ms, 100s}, kStart);
  politeness.finish(kSite, {429, 1ms, 1s}, kStart);
  BOOST_TEST((politeness.earliest(kSite, kStart) == kStart + 100s));
}

BOOST_AUTO_TEST_CASE(answers_that_were_under_way_double_no_pause) {
  Politeness politeness({.delay = 0ms, .connections = 3, .first_backoff = 60s});
  for (int i = 0; i < 3; ++i) politeness.start(kSite, kStart);
  politeness.finish(kSite, {429, 1ms, {}, kStart}, kStart + 1s);
  politeness.finish(kSite, {429, 1ms, {}, kStart}, kStart + 2s);
  politeness.finish(kSite, {200, 1ms, {}, kStart}, kStart + 3s);
  BOOST_TEST((politeness.earliest(kSite, kStart + 3s) == kStart + 62s));
  politeness.start(kSite, kStart + 62s);
  politeness.finish(kSite, {429, 1ms, {}, kStart + 62s}, kStart + 63s);
  BOOST_TEST((politeness.earliest(kSite, kStart + 63s) == kStart + 183s));
}

BOOST_AUTO_TEST_CASE(until_a_back_off_is_over_there_is_one_connection) {
  Politeness politeness({.delay = 0ms, .connections = 3, .first_backoff = 60s});
  politeness.start(kSite, kStart);
  politeness.finish(kSite, {503, 1ms, 1s, kStart}, kStart);
  politeness.start(kSite, kStart + 1s);
  BOOST_TEST(!politeness.earliest(kSite, kStart + 1s).has_value());
  politeness.finish(kSite, {200, 1ms, {}, kStart + 1s}, kStart + 2h);
  politeness.start(kSite, kStart + 2h);
  BOOST_TEST(politeness.earliest(kSite, kStart + 2h).has_value());
}

BOOST_AUTO_TEST_CASE(retry_after_values) {
  const std::int64_t now = 784'111'777;  // Sun, 06 Nov 1994 08:49:37 GMT
  const auto seconds = [&](std::string_view value) {
    const auto parsed = parse_retry_after(value, now);
    return parsed ? parsed->count() / 1000 : -1;
  };
  BOOST_TEST(seconds("120") == 120);
  BOOST_TEST(seconds(" 0 ") == 0);
  BOOST_TEST(seconds("Sun, 06 Nov 1994 08:50:37 GMT") == 60);
  BOOST_TEST(seconds("Sunday, 06-Nov-94 08:50:37 GMT") == 60);
  BOOST_TEST(seconds("Sun Nov  6 08:50:37 1994") == 60);
  BOOST_TEST(seconds("Sun, 06 Nov 1994 08:49:36 GMT") == 0);
  BOOST_TEST(seconds("99999999999999999999999999") > 86'400 * 365);
  BOOST_TEST(seconds("") == -1);
  BOOST_TEST(seconds("-5") == 0);
  BOOST_TEST(seconds("-0.5") == 0);
  BOOST_TEST(seconds("-") == -1);
  BOOST_TEST(seconds("-1 s") == -1);
  BOOST_TEST(seconds("1.5") == 2);
  BOOST_TEST(seconds("3.0") == 3);
  BOOST_TEST(seconds("1.") == -1);
  BOOST_TEST(seconds(".5") == -1);
  BOOST_TEST(seconds("1.5s") == -1);
  BOOST_TEST(seconds("soon") == -1);
  BOOST_TEST(seconds("Sun, 06 Nov 1994") == -1);
  BOOST_TEST(seconds("Sun, 06 Nov 1994 08:50:37 GMT!") == -1);
}

BOOST_AUTO_TEST_SUITE_END()
