// Bandit and early stopping, by hand.
#include <boost/test/unit_test.hpp>
#include <cmath>

#include "crawl/early_stopping.hpp"
#include "policy/actions.hpp"

using namespace tagtrail;

namespace {

const std::string kList = "/html/body/ul.list/li/a";
const std::string kNews = "/html/body/main/section/article.news/div/p/a";

}  // namespace

BOOST_AUTO_TEST_SUITE(actions)

BOOST_AUTO_TEST_CASE(similar_paths_join_and_others_found_new_actions) {
  Actions actions{SbParameters{}};
  BOOST_TEST(actions.assign(1, kList) == 0U);
  BOOST_TEST(actions.assign(1, kList) == 0U);
  BOOST_TEST(actions.assign(2, kNews) == 1U);
  // Of its ten n-grams the new action's path shares eight, of the other's seven only two.
  BOOST_TEST(actions.assign(3, "/html/body/main/section/article.news/div/p/a#x") == 1U);
  BOOST_TEST(actions.size() == 2U);
  BOOST_TEST(actions.view(1).label == 2U);
}

BOOST_AUTO_TEST_CASE(scores_by_hand) {
  Actions actions{SbParameters{}};
  Random random(1);
  actions.assign(1, kList);
  actions.assign(2, kNews);
  const double alpha = 2 * std::sqrt(2.0);
  for (UrlId id = 0; id < 6; ++id) actions.add_link(id % 2, id);
  BOOST_TEST(actions.open_links() == 6U);

  // Untried ones first, the oldest of equals.
  auto pick = actions.pick(10, random);
  BOOST_REQUIRE(pick.has_value());
  BOOST_TEST(pick->action == 0U);
  BOOST_TEST(pick->score == alpha * std::sqrt(std::log(10.0) / 1e-6),
             boost::test_tools::tolerance(1e-12));
  actions.reward(0, 4);
  pick = actions.pick(11, random);
  BOOST_TEST(pick->action == 1U);
  actions.reward(1, 1);

  pick = actions.pick(20, random);
  BOOST_TEST(pick->action == 0U);
  BOOST_TEST(pick->mean == 4.0);
  BOOST_TEST(pick->exploration == alpha * std::sqrt(std::log(20.0) / (1 + 1e-6)),
             boost::test_tools::tolerance(1e-12));
  BOOST_TEST(pick->score == pick->mean + pick->exploration);
  actions.reward(0, 0);
  BOOST_TEST(actions.view(0).mean == 2.0);
  BOOST_TEST(actions.view(0).visits == 2U);

  // 2 + 2.83 sqrt(ln 30 / 2) = 5.69 against 1 + 2.83 sqrt(ln 30) = 6.22.
  pick = actions.pick(30, random);
  BOOST_TEST(pick->action == 1U);
}

BOOST_AUTO_TEST_CASE(sleeping_actions_are_not_picked) {
  Actions actions{SbParameters{}};
  Random random(1);
  actions.assign(1, kList);
  actions.assign(2, kNews);
  BOOST_TEST(!actions.pick(10, random).has_value());
  actions.add_link(1, 7);
  actions.reward(0, 1000);
  auto pick = actions.pick(10, random);
  BOOST_REQUIRE(pick.has_value());
  BOOST_TEST(pick->url == 7U);
  BOOST_TEST(!actions.pick(10, random).has_value());
  BOOST_TEST(actions.open_links() == 0U);
  actions.add_link(0, 8);  // wakes up with its mean
  pick = actions.pick(10, random);
  BOOST_TEST(pick->mean == 1000.0);
}

BOOST_AUTO_TEST_CASE(ties_go_to_the_oldest_even_at_the_very_start) {
  Actions actions{SbParameters{}};
  Random random(1);
  actions.assign(1, kList);
  actions.assign(2, kNews);
  actions.add_link(1, 7);
  actions.add_link(0, 8);
  for (const std::uint64_t requests : {0U, 1U}) {
    const auto pick = actions.pick(requests, random);
    BOOST_REQUIRE(pick.has_value());
    BOOST_TEST(pick->score == 0.0);
    BOOST_TEST(pick->url == (requests == 0 ? 8U : 7U));
  }
}

BOOST_AUTO_TEST_CASE(links_of_an_action_are_drawn_uniformly_and_once) {
  std::vector<int> first(4, 0);
  for (std::uint64_t seed = 0; seed < 4000; ++seed) {
    Actions actions{SbParameters{}};
    Random random(seed);
    actions.assign(1, kList);
    for (UrlId id = 0; id < 4; ++id) actions.add_link(0, id);
    ++first[actions.pick(5, random)->url];
  }
  for (const int count : first) {
    BOOST_TEST(count > 880);
    BOOST_TEST(count < 1120);
  }
}

BOOST_AUTO_TEST_CASE(removed_links_are_not_drawn) {
  Actions actions{SbParameters{}};
  Random random(1);
  actions.assign(1, kList);
  actions.add_link(0, 1);
  actions.add_link(0, 2);
  actions.remove_link(0, 1);
  actions.remove_link(0, 9);
  BOOST_TEST(actions.open_links() == 1U);
  BOOST_TEST(actions.pick(5, random)->url == 2U);
}

BOOST_AUTO_TEST_SUITE_END()

BOOST_AUTO_TEST_SUITE(early_stopping)

BOOST_AUTO_TEST_CASE(by_hand) {
  EarlyStopper stopper({true, 10, 0.25, 0.5, 2});
  BOOST_TEST(!stopper.update(9, 9));
  BOOST_TEST(!stopper.update(10, 10));  // slope 1, average 1
  BOOST_TEST(!stopper.update(20, 10));  // slope 0, average 1/2
  BOOST_TEST(!stopper.update(30, 10));  // 1/4: not under
  BOOST_TEST(!stopper.update(39, 10));
  BOOST_TEST(!stopper.update(40, 10));  // 1/8: once under
  BOOST_TEST(!stopper.update(50, 15));  // slope 1/2, average 5/16: begins anew
  BOOST_TEST(!stopper.update(60, 15));  // 5/32
  BOOST_TEST(stopper.update(70, 15));   // 5/64: twice
  BOOST_TEST(stopper.stopped());
}

BOOST_AUTO_TEST_CASE(a_step_of_several_requests_counts_as_one_slope) {
  EarlyStopper stopper({true, 10, 0.25, 1.0, 1});
  BOOST_TEST(!stopper.update(40, 10));  // 10 in 40: a quarter, not under
  BOOST_TEST(stopper.update(60, 14));   // 4 in 20
}

BOOST_AUTO_TEST_CASE(off_by_default) {
  EarlyStopper stopper(EarlyStopping{});
  for (std::uint64_t requests = 0; requests < 100000; requests += 500) {
    BOOST_TEST(!stopper.update(requests, 0));
  }
}

BOOST_AUTO_TEST_SUITE_END()
