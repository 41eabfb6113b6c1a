// Rounds of revisiting: what is asked for again, in which order, and what comes of it.
#include <boost/test/unit_test.hpp>
#include <set>

#include "growing_portal.hpp"
#include "tagtrail/engine.hpp"

using namespace tagtrail;
using namespace tagtrail::testing;

namespace {

struct Tree {
  FakeSite site = small_tree();
  ServedSite served{site};
  std::unique_ptr<Engine> engine = engine_for(config_for("trail"));
  Tree() { run(*engine, served); }
};

}  // namespace

BOOST_AUTO_TEST_SUITE(revisits)

BOOST_FIXTURE_TEST_CASE(all_that_is_known_is_asked_for_once_a_round, Tree) {
  for (std::uint64_t round = 1; round <= 3; ++round) {
    engine->revisit({});
    const Asked asked = run(*engine, served);
    BOOST_TEST(asked.again.size() == 6U);
    BOOST_TEST(
        (as_set(asked.again) == std::set<std::string>{"/", "/a", "/b", "/c", "/d", "/t.csv"}));
    BOOST_TEST(asked.fresh.empty());
    BOOST_TEST((finished(*engine) == StopReason::frontier_empty));
    const Progress progress = engine->progress();
    BOOST_TEST(progress.round == round);
    BOOST_TEST(progress.round_requests == 6U);
    BOOST_TEST(progress.targets == 1U);
  }
}

BOOST_FIXTURE_TEST_CASE(what_is_new_on_a_page_is_crawled_in_the_same_round, Tree) {
  site.page("/c", links({"/new", "/fresh.csv"}));
  site.page("/new", links({"/deep.csv"}));
  site.file("/fresh.csv");
  site.file("/deep.csv");
  engine->revisit({});
  const Asked asked = run(*engine, served);
  BOOST_TEST((as_set(asked.fresh) == std::set<std::string>{"/new", "/fresh.csv", "/deep.csv"}));
  BOOST_TEST(asked.new_files == 2U);
  BOOST_TEST(engine->progress().targets == 3U);
  engine->revisit({});
  BOOST_TEST(run(*engine, served).again.size() == 9U);
}

BOOST_FIXTURE_TEST_CASE(where_a_page_has_moved_to_is_a_link_of_it, Tree) {
  site.redirect("/d", "/elsewhere");
  site.page("/elsewhere", links({"/found.csv"}));
  site.file("/found.csv");
  engine->revisit({});
  const Asked asked = run(*engine, served);
  BOOST_TEST((as_set(asked.fresh) == std::set<std::string>{"/elsewhere", "/found.csv"}));
}

BOOST_FIXTURE_TEST_CASE(the_budget_counts_from_the_beginning_of_the_round, Tree) {
  Budget budget;
  budget.requests = 2;
  engine->revisit(budget);
  BOOST_TEST(run(*engine, served).again.size() == 2U);
  BOOST_TEST((finished(*engine) == StopReason::max_requests));
  budget.requests = 4;
  engine->set_budget(budget);
  BOOST_TEST(run(*engine, served).again.size() == 2U);
  budget = {};
  budget.bytes = 1;
  site.page("/", links({"/a", "/b", "/x"}));
  engine->revisit(budget);
  run(*engine, served);
  BOOST_TEST((finished(*engine) == StopReason::max_bytes));
}

BOOST_AUTO_TEST_CASE(what_was_missed_in_a_round_comes_first_in_the_next) {
  FakeSite site;
  std::vector<std::string> leaves;
  for (std::size_t i = 0; i < 8; ++i) leaves.push_back("/leaf/" + number(i));
  site.page("/", links(leaves));
  for (const std::string& leaf : leaves) site.page(leaf, {});
  ServedSite served(site);
  const auto engine = engine_for(config_for("trail"));
  run(*engine, served);
  Budget budget;
  budget.requests = 5;
  std::multiset<std::string> asked;
  for (int round = 0; round < 2; ++round) {
    engine->revisit(budget);
    for (const std::string& path : run(*engine, served).again) asked.insert(path);
  }
  for (const std::string& leaf : leaves) BOOST_TEST(asked.count(leaf) == 1U, leaf);
}

BOOST_AUTO_TEST_CASE(early_stopping_does_not_end_a_round) {
  FakeSite site = random_site(2, 50);
  ServedSite served(site);
  Config config = config_for("trail");
  config.early_stopping = {true, 5, 10.0, 0.5, 4};
  const auto engine = engine_for(config);
  run(*engine, served);
  BOOST_TEST((finished(*engine) == StopReason::early_stopping));
  engine->revisit({});
  run(*engine, served);
  BOOST_TEST((finished(*engine) == StopReason::frontier_empty));
}

BOOST_AUTO_TEST_CASE(links_that_a_crawl_left_over_and_known_pages_take_turns) {
  FakeSite site = random_site(3, 200);
  ServedSite served(site);
  Config config = config_for("trail");
  config.budget.requests = 100;
  const auto engine = engine_for(config);
  run(*engine, served);
  Budget budget;
  budget.requests = 40;
  engine->revisit(budget);
  const Asked asked = run(*engine, served);
  BOOST_TEST(asked.again.size() >= 10U);
  BOOST_TEST(asked.fresh.size() >= 10U);
}

BOOST_AUTO_TEST_CASE(a_hostile_answer_to_a_revisit_does_no_harm) {
  for (const FetchError error : {FetchError::network, FetchError::robots, FetchError::too_large}) {
    FakeSite site = small_tree();
    ServedSite served(site);
    const auto engine = engine_for(config_for("trail"));
    run(*engine, served);
    for (const char* path : {"/", "/a", "/t.csv"}) site.error(path, error);
    site.redirect("/b", "http://other.test/");
    site.redirect("/c", "/c");
    engine->revisit({});
    const Asked asked = run(*engine, served);
    BOOST_TEST(asked.again.size() == 6U);
    BOOST_TEST(asked.fresh.empty());
  }
}

BOOST_AUTO_TEST_CASE(a_snapshot_holds_the_round) {
  for (const char* policy : {"trail", "sb-classifier", "bfs"}) {
    FakeSite site = random_site(4, 70);
    ServedSite served(site);
    Config config = config_for(policy);
    config.in_flight = std::string(policy) == "trail" ? 3 : 1;
    auto engine = engine_for(config);
    run(*engine, served);
    for (std::size_t i = 0; i < 30; ++i) {
      site.page("/page/" + number(i * 2),
                links({"/new/" + number(i) + ".csv", "/more/" + number(i)}));
      site.file("/new/" + number(i) + ".csv");
    }
    engine->revisit({});
    auto twin = engine_for(config);
    for (std::size_t step = 0;; ++step) {
      if (step % 7 == 0) {
        const Bytes bytes = engine->snapshot();
        twin = must(Engine::restore(bytes.data(), bytes.size()));
        BOOST_REQUIRE(twin->snapshot() == bytes);
      }
      std::vector<Request> asked;
      Decision decision = engine->next();
      for (; std::holds_alternative<Request>(decision); decision = engine->next()) {
        asked.push_back(std::get<Request>(decision));
      }
      if (asked.empty()) break;
      // After restore() those in flight come once more.
      Request same;
      for (std::size_t i = 0; i < asked.size() && step % 7 == 0; ++i) same = next_request(*twin);
      const std::uint64_t issued = engine->progress().issued;
      Request last;
      for (const Request& request : asked) {
        Response response = served.answer(request);
        response.issued = issued;
        must(twin->deliver(response));
        must(engine->deliver(std::move(response)));
      }
      BOOST_REQUIRE(twin->snapshot() == engine->snapshot());
      BOOST_REQUIRE(step < 5000U);
    }
    BOOST_TEST(engine->progress().round == 1U);
  }
}

namespace {

/// The files that breadth-first order finds: all known pages in the order in which they were found,
/// and what is new on them at once.
std::size_t found_breadth_first(const Portal& portal, std::set<std::string> known,
                                const std::vector<std::string>& pages, std::size_t budget) {
  std::size_t requests = 0;
  std::size_t files = 0;
  std::vector<std::string> waiting(pages.rbegin(), pages.rend());
  while (!waiting.empty() && requests < budget) {
    Request request;
    request.url = on_site(waiting.back());
    waiting.pop_back();
    ++requests;
    const Response response = portal.site.answer(request);
    if (response.mime == "text/csv") ++files;
    for (const LinkObservation& each : response.page.links) {
      if (known.insert(each.url).second) waiting.push_back(each.written);
    }
  }
  return files;
}

/// Files of six rounds of a portal that grows.
struct Rounds {
  std::size_t appeared = 0;
  std::size_t found = 0;
  std::size_t breadth_first = 0;
};

Rounds six_rounds(std::uint64_t seed) {
  Portal portal;
  ServedSite served(portal.site);
  Config config = config_for("trail");
  config.seed = seed;
  const auto engine = engine_for(config);
  const Asked whole = run(*engine, served);
  std::vector<std::string> known = whole.fresh;
  std::vector<std::string> by_breadth;
  {
    const auto breadth = engine_for(config_for("bfs"));
    for (const std::string& path : crawl(*breadth, portal.site)) {
      if (!path.ends_with(".csv")) by_breadth.push_back(path);
    }
  }
  Rounds all;
  for (int round = 0; round < 6; ++round) {
    std::set<std::string> urls;
    for (const std::string& path : known) urls.insert(on_site(path));
    Budget budget;
    budget.requests = known.size() / 20;
    const std::size_t missed = all.appeared - all.found;
    const std::size_t now = portal.grow();
    all.appeared += now;
    engine->revisit(budget);
    const Asked asked = run(*engine, served);
    all.found += asked.new_files;
    all.breadth_first +=
        found_breadth_first(portal, urls, by_breadth, static_cast<std::size_t>(budget.requests));
    BOOST_TEST_MESSAGE("round " << round + 1 << ": budget " << budget.requests << ", new files "
                                << now << " and " << missed << " missed before; found "
                                << asked.new_files);
    known.insert(known.end(), asked.fresh.begin(), asked.fresh.end());
  }
  BOOST_TEST_MESSAGE("appeared " << all.appeared << ", found " << all.found << ", breadth first "
                                 << all.breadth_first);
  return all;
}

}  // namespace

/// Which pages were read late in the crawl hangs on its seed, and decides much.
BOOST_AUTO_TEST_CASE(a_small_budget_finds_far_more_than_breadth_first_order) {
  Rounds all;
  for (std::uint64_t seed = 0; seed < 8; ++seed) {
    const Rounds one = six_rounds(seed);
    all.appeared += one.appeared;
    all.found += one.found;
    all.breadth_first += one.breadth_first;
  }
  BOOST_TEST(all.found * 4 >= 7 * all.breadth_first);
  BOOST_TEST(all.found * 2 >= all.appeared);
}

BOOST_AUTO_TEST_SUITE_END()
