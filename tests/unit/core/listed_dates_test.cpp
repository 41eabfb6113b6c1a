// What sitemaps say of changes: in which order rounds of revisiting ask, and what lies cost.
#include "crawl/listed_dates.hpp"

#include <boost/test/unit_test.hpp>

#include "growing_portal.hpp"

using namespace tagtrail;
using namespace tagtrail::testing;

namespace {

constexpr std::uint32_t kHour = 3600;
constexpr std::uint32_t kNow = 1'700'000'000;
constexpr UrlId kMap = 1;
constexpr UrlId kPage = 7;

Listed listed_of(TimeSpan changed, std::uint32_t visited, std::uint32_t round = 1) {
  ListedDates dates;
  dates.time_is(kNow);
  dates.said(kMap, kPage, changed, 1);
  return dates.of(kPage, visited, round);
}

struct Found {
  std::size_t appeared = 0;
  std::size_t found = 0;
};

/// In so many rounds, each with a twentieth of what is known as budget.
Found in_rounds(MapDates dates, int rounds) {
  Portal portal(dates);
  ServedSite served(portal.site);
  served.now = portal.now();
  Config config = config_for("trail");
  config.sitemaps = dates != MapDates::no_map;
  const auto engine = engine_for(config);
  std::size_t known = run(*engine, served).fresh.size();
  Found all;
  for (int round = 0; round < rounds; ++round) {
    Budget budget;
    budget.requests = known / 20;
    all.appeared += portal.grow();
    served.now = portal.now();
    engine->revisit(budget);
    const Asked asked = run(*engine, served);
    all.found += asked.new_files;
    known += asked.fresh.size();
  }
  return all;
}

/// Requests of a round without a budget until its last new file, and to its end.
std::pair<std::size_t, std::size_t> in_a_whole_round(MapDates dates) {
  Portal portal(dates);
  ServedSite served(portal.site);
  served.now = portal.now();
  Config config = config_for("trail");
  config.sitemaps = dates != MapDates::no_map;
  const auto engine = engine_for(config);
  run(*engine, served);
  portal.grow();
  served.now = portal.now();
  engine->revisit({});
  std::size_t requests = 0;
  std::size_t last = 0;
  for (;;) {
    const Decision decision = engine->next();
    const auto* request = std::get_if<Request>(&decision);
    if (request == nullptr) return {last, requests};
    ++requests;
    if (must(engine->deliver(served.answer(*request))).new_target) last = requests;
  }
}

}  // namespace

BOOST_AUTO_TEST_SUITE(listed_dates)

BOOST_AUTO_TEST_CASE(a_date_tells_only_what_is_certain) {
  const std::uint32_t then = kNow - 100 * kHour;
  BOOST_TEST((listed_of({then, then + 1}, kNow - kHour) == Listed::unchanged));
  BOOST_TEST((listed_of({then, then + 1}, then - 1) == Listed::changed));
  // The day of the visit: before or after.
  BOOST_TEST((listed_of({then - 10 * kHour, then + 10 * kHour}, then) == Listed::unknown));
  // Clocks differ by minutes.
  BOOST_TEST((listed_of({then, then + 1}, then + kHour / 2) == Listed::unknown));
  // Nobody knows when it was asked.
  BOOST_TEST((listed_of({then, then + 1}, 0) == Listed::unknown));
  // What an earlier round read says nothing of what came since, but for a change before that.
  BOOST_TEST((listed_of({then, then + 1}, kNow - kHour, 2) == Listed::unknown));
  BOOST_TEST((listed_of({then, then + 1}, then - 1, 2) == Listed::changed));
  // Ahead of all that has come.
  BOOST_TEST((listed_of({kNow + 100 * kHour, kNow + 101 * kHour}, then) == Listed::unknown));
}

BOOST_AUTO_TEST_CASE(a_sitemap_that_is_as_it_was_still_holds) {
  ListedDates dates;
  dates.time_is(kNow);
  dates.said(kMap, kPage, {kNow - 100 * kHour, kNow - 99 * kHour}, 1);
  BOOST_TEST(!dates.confirmed(kMap + 1, 2));
  BOOST_TEST((dates.of(kPage, kNow, 2) == Listed::unknown));
  BOOST_TEST(dates.confirmed(kMap, 2));
  BOOST_TEST((dates.of(kPage, kNow, 2) == Listed::unchanged));
}

BOOST_AUTO_TEST_CASE(words_that_bring_nothing_lose_their_weight) {
  ListedDates dates;
  BOOST_TEST(dates.factor(Listed::changed, false) == 8.0);
  BOOST_TEST(dates.factor(Listed::unchanged, false) < 1);
  for (int i = 0; i < 100; ++i) dates.asked(Listed::changed, false, 0.5);
  BOOST_TEST(dates.factor(Listed::changed, false) < 1);
  BOOST_TEST(dates.factor(Listed::changed, true) == 8.0);
  // What is said to be unchanged and brings files is asked like others, and before them.
  dates.asked(Listed::unchanged, false, 1);
  for (int i = 0; i < 10; ++i) dates.gained(Listed::unchanged, false, 4);
  BOOST_TEST(dates.factor(Listed::unchanged, false) > 1);
  BOOST_TEST(dates.factor(Listed::unknown, false) == 1);
}

BOOST_AUTO_TEST_CASE(a_sitemap_comes_first_where_it_pays) {
  ListedDates dates;
  dates.time_is(kNow);
  for (UrlId url = 10; url < 19; ++url) dates.said(kMap, url, {1, 2}, 0);
  BOOST_TEST(!dates.sitemap_behind(StringTable::kNone).has_value());
  dates.said(kMap, 19, {1, 2}, 0);
  BOOST_TEST(dates.sitemap_behind(StringTable::kNone).value() == kMap);
  BOOST_TEST(!dates.sitemap_behind(kMap).has_value());
  // One that repeats what others say takes their place.
  for (UrlId url = 10; url < 20; ++url) dates.said(kMap + 1, url, {1, 2}, 0);
  BOOST_TEST(dates.sitemap_behind(StringTable::kNone).value() == kMap + 1);
}

BOOST_AUTO_TEST_CASE(what_has_changed_is_asked_first_and_what_has_not_last) {
  FakeSite site;
  std::vector<LinkObservation> listed;
  std::vector<std::string> paths;
  for (std::size_t i = 0; i < 20; ++i) {
    paths.push_back("/page/" + number(i));
    site.page(paths.back(), {});
  }
  site.page("/", links(paths));
  const auto draw = [&](std::uint32_t now) {
    listed.clear();
    for (const std::string& path : paths) {
      listed.push_back(link(path, "/urlset/url/loc", LinkElement::link));
      const bool fresh = path == "/page/13" && now > kNow;
      const bool silent = path == "/page/5";
      if (!silent) listed.back().changed = {kNow - kHour, kNow - kHour + 1};
      if (fresh) listed.back().changed = {now - kHour, now - kHour + 1};
    }
    site.page("/sitemap.xml", listed);
  };
  draw(kNow);
  ServedSite served(site);
  served.now = kNow + kHour;
  Config config = config_for("trail");
  config.sitemaps = true;
  const auto engine = engine_for(config);
  run(*engine, served);
  served.now = kNow + 1000 * kHour;
  draw(served.now);
  engine->revisit({});
  const Asked asked = run(*engine, served);
  BOOST_REQUIRE(asked.again.size() >= 22U);
  BOOST_TEST(asked.again[0] == "/sitemap.xml");
  BOOST_TEST(asked.again[1] == "/page/13");
  const auto at = [&](const std::string& path) {
    return std::find(asked.again.begin(), asked.again.end(), path) - asked.again.begin();
  };
  BOOST_TEST(at("/page/5") <= 3);
  // Nothing is left out for what a sitemap says.
  BOOST_TEST(as_set(asked.again).size() == asked.again.size());
  for (const std::string& path : paths) BOOST_TEST(as_set(asked.again).contains(path));
}

BOOST_AUTO_TEST_CASE(honest_dates_find_more_and_lies_cost_little) {
  const auto told = [](const char* name, MapDates dates) {
    const Found found = in_rounds(dates, 6);
    const auto [last, all] = in_a_whole_round(dates);
    BOOST_TEST_MESSAGE(name << ": " << found.found << " of " << found.appeared
                            << " in six small rounds; a whole round: last new file after " << last
                            << " of " << all << " requests");
    return found;
  };
  told("no sitemap", MapDates::no_map);
  const Found none = told("without dates", MapDates::none);
  const Found honest = told("honest dates", MapDates::honest);
  const Found all_new = told("all stamped anew", MapDates::all_new);
  const Found all_old = told("all old", MapDates::all_old);
  BOOST_TEST(honest.found * 10 >= honest.appeared * 9);
  BOOST_TEST(honest.found > none.found);
  BOOST_TEST(all_new.found * 10 >= none.found * 8);
  BOOST_TEST(all_old.found * 10 >= none.found * 8);
}

BOOST_AUTO_TEST_CASE(a_snapshot_holds_what_sitemaps_have_said) {
  for (const MapDates dates : {MapDates::honest, MapDates::all_new}) {
    Portal portal(dates);
    ServedSite served(portal.site);
    served.now = portal.now();
    Config config = config_for("trail");
    config.sitemaps = true;
    auto engine = engine_for(config);
    run(*engine, served);
    portal.grow();
    served.now = portal.now();
    engine->revisit({});
    for (std::size_t step = 0; step < 120; ++step) {
      const Bytes bytes = engine->snapshot();
      auto twin = must(Engine::restore(bytes.data(), bytes.size()));
      BOOST_REQUIRE(twin->snapshot() == bytes);
      const Request request = next_request(*engine);
      BOOST_REQUIRE(next_request(*twin).url == request.url);
      if (step % 10 == 0) engine = std::move(twin);
      must(engine->deliver(served.answer(request)));
    }
  }
}

BOOST_AUTO_TEST_SUITE_END()
