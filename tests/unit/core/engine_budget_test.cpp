// A crawl ends at its limits of requests, bytes and time, and by early stopping.
#include <boost/test/unit_test.hpp>

#include "fake_site.hpp"
#include "tagtrail/engine.hpp"

using namespace tagtrail;
using namespace tagtrail::testing;

BOOST_AUTO_TEST_SUITE(engine_budget)

BOOST_AUTO_TEST_CASE(budget_of_requests) {
  FakeSite site = small_tree();
  Config config = config_for("bfs");
  config.budget.requests = 3;
  auto engine = engine_for(config);
  BOOST_TEST(crawl(*engine, site).size() == 3U);
  BOOST_TEST((finished(*engine) == StopReason::max_requests));
  config.budget.requests = 0;
  engine = engine_for(config);
  BOOST_TEST((finished(*engine) == StopReason::max_requests));
  BOOST_TEST((finished(*engine) == StopReason::max_requests));
}

BOOST_AUTO_TEST_CASE(budget_of_bytes) {
  FakeSite site = small_tree();
  Config config = config_for("bfs");
  config.budget.bytes = 2000;
  const auto engine = engine_for(config);
  BOOST_TEST(crawl_text(*engine, site) == "/ /a");
  BOOST_TEST((finished(*engine) == StopReason::max_bytes));
}

BOOST_AUTO_TEST_CASE(budget_of_time) {
  FakeSite site = small_tree();
  Config config = config_for("bfs");
  config.budget.time_ms = 1000;
  const auto engine = engine_for(config);
  for (const std::uint64_t at_ms : {999U, 400U, 1000U}) {  // a clock that goes back does no harm
    Response response = site.answer(next_request(*engine));
    response.at_ms = at_ms;
    must(engine->deliver(std::move(response)));
  }
  BOOST_TEST((finished(*engine) == StopReason::max_time));
}

BOOST_AUTO_TEST_CASE(early_stopping_ends_a_crawl) {
  FakeSite site = random_site(2, 50);
  Config config = config_for("bfs");
  config.early_stopping = {true, 5, 10.0, 0.5, 4};
  const auto engine = engine_for(config);
  BOOST_TEST(crawl(*engine, site).size() == 20U);
  BOOST_TEST((finished(*engine) == StopReason::early_stopping));
}

BOOST_AUTO_TEST_SUITE_END()
