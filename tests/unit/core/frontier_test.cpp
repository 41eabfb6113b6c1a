// The policies that order links: what redirects reach is taken out; tp-off after its learning.
#include <algorithm>
#include <boost/test/data/test_case.hpp>
#include <boost/test/unit_test.hpp>

#include "fake_site.hpp"
#include "policy/published_heap.hpp"

using namespace tagtrail;
using namespace tagtrail::testing;

namespace {

const std::string kGood = "/html/body/ul.datasets/li/a";
const std::string kPoor = "/html/body/main/section/article.news/div/p/a";

/// More links than the learning takes requests, poor ones first; only pages of `good` have files.
FakeSite large_site() {
  FakeSite site;
  std::vector<LinkObservation> start;
  for (int i = 0; i < 1600; ++i) {
    const std::string number = std::to_string(i);
    start.push_back(link("/news/" + number, kPoor));
    site.page("/news/" + number, {});
    start.push_back(link("/data/" + number, kGood));
    site.page("/data/" + number, links({"/files/" + std::to_string(i % 7) + ".csv"}, kPoor));
  }
  for (int i = 0; i < 7; ++i) site.file("/files/" + std::to_string(i) + ".csv");
  site.page("/", start);
  return site;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(frontier)

BOOST_DATA_TEST_CASE(a_link_that_a_browser_was_redirected_to_leaves_the_frontier,
                     boost::unit_test::data::make({"bfs", "dfs", "random", "tp-off", "acebot",
                                                   "ache"}),
                     policy) {
  FakeSite site;
  site.page("/", links({"/a", "/b", "/c"}));
  for (const char* page : {"/a", "/b", "/c"}) site.page(page, {});
  const auto engine = engine_for(config_for(policy), &site);
  answer_from(*engine, site, next_request(*engine));
  const Request first = next_request(*engine);
  const std::string reached = first.url.ends_with("/c") ? "/b" : "/c";
  Response response = site.answer(first);
  response.issued = engine->progress().issued;
  response.final_url = on_site(reached);
  response.redirects = {{first.url, 302}};
  must(engine->deliver(std::move(response)));
  BOOST_TEST(engine->progress().frontier == 1U);
  const Bytes snapshot = engine->snapshot();
  const auto restored = must(Engine::restore(snapshot.data(), snapshot.size(), &site));
  BOOST_TEST(restored->progress().frontier == 1U);
  for (Engine* each : {engine.get(), restored.get()}) {
    const Request second = next_request(*each);
    BOOST_TEST(second.url != on_site(reached));
    BOOST_TEST(second.url != first.url);
    answer_from(*each, site, second);
    finished(*each);
  }
}

BOOST_DATA_TEST_CASE(tp_off_follows_what_paid_once_it_has_learnt,
                     boost::unit_test::data::make({true, false}), with_oracle) {
  FakeSite site = large_site();
  Oracle* oracle = with_oracle ? &site : nullptr;
  auto engine = engine_for(config_for("tp-off"), oracle);
  std::vector<Request> after;
  for (;;) {
    if (after.size() == 20) {
      const Bytes snapshot = engine->snapshot();
      engine = must(Engine::restore(snapshot.data(), snapshot.size(), oracle));
    }
    const std::uint64_t before = engine->progress().requests;
    const Decision decision = engine->next();
    const auto* request = std::get_if<Request>(&decision);
    if (request == nullptr) break;
    if (before > 3000) after.push_back(*request);
    answer_from(*engine, site, *request);
  }
  BOOST_REQUIRE(after.size() == 1U + 3200 + 7 - 3001);
  const auto is_good = [](const Request& request) { return request.tag_path == kGood; };
  const auto good = std::count_if(after.begin(), after.end(), is_good);
  BOOST_TEST(good == 100);  // and one more was the oldest link, request 3001
  BOOST_TEST(std::all_of(after.begin(), after.begin() + good, is_good));
  BOOST_TEST(after.front().reason.score == 1.0);
  BOOST_TEST(after.front().reason.action == 1);
  BOOST_TEST(after.back().reason.score == 0.0);
}

// As published, the first choice after the warm-up is still the oldest link: the model learns while
// that is requested.
BOOST_AUTO_TEST_CASE(focused_follows_its_model_from_request_102_on) {
  FakeSite site = large_site();
  const auto engine = engine_for(config_for("focused"), nullptr);
  std::vector<double> probabilities;
  for (int i = 0; i < 103; ++i) {
    const Request request = next_request(*engine);
    probabilities.push_back(request.reason.target_probability);
    answer_from(*engine, site, request);
  }
  BOOST_TEST(std::all_of(probabilities.begin(), probabilities.begin() + 101,
                         [](double probability) { return probability < 0; }));
  BOOST_TEST(probabilities[101] >= 0);
  BOOST_TEST(probabilities[102] >= 0);
}

BOOST_AUTO_TEST_CASE(of_equals_the_heap_takes_the_one_that_the_published_crawlers_take) {
  struct Item {
    int priority = 0;
    int number = 0;
  };
  const auto before = [](const Item& a, const Item& b) { return a.priority > b.priority; };
  std::vector<Item> heap;
  int number = 0;
  for (const int priority : {1, 1, 0, 1, 2, 1, 0, 1, 2, 1}) {
    heap_push(heap, Item{priority, number++}, before);
  }
  std::vector<int> order;
  for (int i = 0; i < 4; ++i) order.push_back(heap_pop(heap, before).number);
  heap_push(heap, Item{1, number++}, before);
  heap_push(heap, Item{0, number++}, before);
  BOOST_TEST(is_published_heap(heap, before));
  while (!heap.empty()) order.push_back(heap_pop(heap, before).number);
  // What Python's heapq gives.
  const std::vector<int> expected{4, 8, 5, 3, 7, 10, 1, 9, 0, 2, 6, 11};
  BOOST_TEST(order == expected, boost::test_tools::per_element());
}

BOOST_AUTO_TEST_SUITE_END()
