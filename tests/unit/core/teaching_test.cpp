// The user's words change the next decision, are inputs like responses, and are never lost.
#include <boost/test/data/test_case.hpp>
#include <boost/test/unit_test.hpp>
#include <nlohmann/json.hpp>

#include "tagtrail/decision_json.hpp"
#include "tagtrail/policy.hpp"
#include "tagtrail/random.hpp"
#include "two_lists.hpp"

using namespace tagtrail;
using namespace tagtrail::testing;

BOOST_AUTO_TEST_SUITE(teaching)

BOOST_DATA_TEST_CASE(useless_links_are_withheld_until_taken_back,
                     boost::unit_test::data::make(kTeachable), policy) {
  const FakeSite site = two_lists();
  const auto engine = after_start(config_for(policy), site);
  teach(*engine, word(Word::useless, kNews));
  // One was decided on before the word came.
  std::size_t news = 0;
  for (const std::string& path : rest(*engine, site)) news += starts_with(path, "/news") ? 1U : 0U;
  BOOST_TEST(news <= 2U);
  BOOST_TEST(group_of(*engine, kNews).withheld == 12 - news);
  BOOST_TEST(group_of(*engine, kNews).open == 0U);
  // They are no part of "all".
  const Account account = engine->progress().account;
  BOOST_TEST(account.left == 12 - news);
  BOOST_REQUIRE(account.left_out.size() == 1U);
  BOOST_TEST((account.left_out[0].cause == LeftOutCause::withheld));
  BOOST_TEST(account.left_out[0].count == 12 - news);
  BOOST_TEST(starts_with(account.left_out[0].example, "http://site.test/news"));
  teach(*engine, word(Word::neutral, kNews));
  BOOST_TEST(engine->progress().account.left_out.empty());
  BOOST_TEST(group_of(*engine, kNews).open == 12 - news);
  for (const std::string& path : rest(*engine, site)) {
    BOOST_TEST(starts_with(path, "/news"), path);
    ++news;
  }
  BOOST_TEST(news == 12U);
  BOOST_TEST(engine->progress().targets == 36U);
}

BOOST_DATA_TEST_CASE(only_withholds_all_others_but_the_files_behind,
                     boost::unit_test::data::make(kTeachable), policy) {
  const FakeSite site = two_lists();
  const auto engine = after_start(config_for(policy), site);
  teach(*engine, word(Word::only, kData));
  std::size_t others = 0;
  for (const std::string& path : rest(*engine, site)) others += starts_with(path, "/sets") ? 0 : 1U;
  BOOST_TEST(others <= 1U);
  BOOST_TEST(engine->progress().targets == 36U);
  BOOST_TEST((group_of(*engine, kData).word == Word::only));
}

BOOST_AUTO_TEST_CASE(a_good_group_comes_next) {
  const FakeSite site = two_lists();
  for (const std::string& path : {kNews, kData}) {
    Config config = config_for("trail");
    config.trail.scout_share = 0;
    const auto engine = after_start(config, site);
    const Request before = next_request(*engine);
    teach(*engine, word(Word::good, path));
    answer_from(*engine, site, before);
    Request request = next_request(*engine);
    while (request.tag_path == kFiles) {
      answer_from(*engine, site, request);
      request = next_request(*engine);
    }
    BOOST_TEST(request.tag_path == path);
    BOOST_TEST(request.reason.words.find("you said its group is good") != std::string::npos);
  }
}

BOOST_AUTO_TEST_CASE(what_paid_before_comes_first) {
  const FakeSite site = two_lists();
  const auto engine = engine_for(config_for("trail"));
  Feedback paid = word(Word::paid, kData);
  paid.files = 30;
  paid.requests = 6;
  teach(*engine, paid);  // before any such link is known
  answer_from(*engine, site, next_request(*engine));
  BOOST_TEST(next_request(*engine).tag_path == kData);
}

BOOST_AUTO_TEST_CASE(the_bandits_action_gets_the_reward) {
  const FakeSite site = two_lists();
  const auto engine = engine_for(config_for("sb-classifier"));
  Feedback paid = word(Word::paid, kNews);
  paid.files = 30;
  paid.requests = 6;
  teach(*engine, paid);
  answer_from(*engine, site, next_request(*engine));
  engine->next();
  while (engine->progress().issued < 20) {
    answer_from(*engine, site, *engine->in_flight(engine->progress().issued));
    engine->next();
  }
  // No page of the news has brought a file itself.
  for (const GroupReport& action : engine->groups()) {
    if (action.tag_path != kNews) continue;
    BOOST_TEST(action.visits >= 6U);
    BOOST_TEST(action.mean_reward > 0.5);
    return;
  }
  BOOST_FAIL("no action of the news");
}

BOOST_DATA_TEST_CASE(an_example_is_requested_next_and_its_group_is_good,
                     boost::unit_test::data::make(kTeachable), policy) {
  const FakeSite site = two_lists();
  const auto engine = after_start(config_for(policy), site);
  const Request before = next_request(*engine);
  teach(*engine, about_link(Word::example, "/sets/set-7", kData));
  answer_from(*engine, site, before);
  const Request request = next_request(*engine);
  BOOST_TEST(request.url == on_site("/sets/set-7"));
  BOOST_TEST(request.reason.words.find("example") != std::string::npos);
  BOOST_TEST((group_of(*engine, kData).word == Word::good));
  answer_from(*engine, site, request);
  rest(*engine, site);
  BOOST_TEST(engine->progress().targets == 36U);
}

BOOST_AUTO_TEST_CASE(what_is_asked_for_is_fetched_whatever_the_scope) {
  FakeSite site = two_lists();
  site.file("http://files.test/a.csv");
  Config config = config_for("trail");
  config.scope = "page";
  config.blocklist = "data";
  const auto engine = engine_for(config);
  teach(*engine, about_link(Word::fetch, "http://files.test/a.csv", ""));
  teach(*engine, about_link(Word::fetch, "/sets/set-1-1.csv", kFiles));
  BOOST_TEST(crawl_text(*engine, site) == "/ http://files.test/a.csv /sets/set-1-1.csv");
  BOOST_TEST(engine->progress().targets == 2U);
  BOOST_TEST((finished(*engine) == StopReason::frontier_empty));
  teach(*engine, about_link(Word::fetch, "/sets/set-1-1.csv", kFiles));
  BOOST_TEST((finished(*engine) == StopReason::frontier_empty));
  teach(*engine, about_link(Word::fetch, "/sets/set-1-2.csv", kFiles));
  const Request request = next_request(*engine);
  BOOST_TEST((request.purpose == Purpose::target));
  BOOST_TEST(request.tag_path == kFiles);
  BOOST_TEST(request.reason.words.find("asked") != std::string::npos);
}

BOOST_AUTO_TEST_CASE(groups_count_what_their_links_brought) {
  const FakeSite site = two_lists();
  const auto engine = engine_for(config_for("trail"));
  crawl(*engine, site);
  const LinkGroup data = group_of(*engine, kData);
  BOOST_TEST(data.requests == 12U);
  BOOST_TEST(data.files == 36U);
  BOOST_TEST(data.open == 0U);
  BOOST_TEST(data.anchors.size() == 3U);
  const LinkGroup files = group_of(*engine, kFiles);
  BOOST_TEST(files.files == 36U);
  BOOST_TEST(group_of(*engine, kNews).files == 0U);
  BOOST_TEST(engine->link_groups(1).size() == 1U);
}

BOOST_AUTO_TEST_CASE(the_best_expectation_comes_first) {
  const FakeSite site = two_lists();
  const auto engine = after_start(config_for("trail"), site);
  teach(*engine, word(Word::good, kData));
  const auto groups = engine->link_groups(10);
  BOOST_REQUIRE(groups.size() == 2U);
  BOOST_TEST(groups[0].tag_path == kData);
  BOOST_REQUIRE((groups[0].expected && groups[1].expected));
  BOOST_TEST(*groups[0].expected > *groups[1].expected + 0.5);
}

BOOST_AUTO_TEST_CASE(words_that_are_no_input_change_nothing) {
  const FakeSite site = two_lists();
  const auto engine = after_start(config_for("trail"), site);
  const Bytes before = engine->snapshot();
  Feedback paid = word(Word::paid, kData);
  Feedback elsewhere = about_link(Word::fetch, "/a", "");
  elsewhere.url = "ftp://site.test/a";
  for (const Feedback& bad :
       {word(Word::good, ""), paid, elsewhere, word(Word::fetch, kData),
        word(Word::only, std::string(1'000'000, 'x')), about_link(Word::useless, "/a", kData)}) {
    BOOST_TEST(!engine->teach(bad).has_value());
  }
  BOOST_TEST((engine->snapshot() == before));
}

BOOST_AUTO_TEST_CASE(a_budget_can_be_raised_and_lowered) {
  const FakeSite site = two_lists();
  Config config = config_for("trail");
  config.budget.requests = 3;
  const auto engine = engine_for(config);
  BOOST_TEST(crawl(*engine, site).size() == 3U);
  Budget budget;
  budget.requests = 10;
  engine->set_budget(budget);
  BOOST_TEST(crawl(*engine, site).size() == 7U);
  budget.requests = 2;
  engine->set_budget(budget);
  BOOST_TEST((finished(*engine) == StopReason::max_requests));
  engine->set_budget({});
  crawl(*engine, site);
  BOOST_TEST(engine->progress().targets == 36U);
}

namespace {

/// One input of a recorded crawl.
struct Input {
  std::optional<Feedback> feedback;
  std::optional<Budget> budget;
  std::optional<Response> observed;
  Response response;
};

void give(Engine& engine, const Input& input) {
  if (input.feedback) {
    teach(engine, *input.feedback);
  } else if (input.budget) {
    engine.set_budget(*input.budget);
  } else if (input.observed) {
    BOOST_REQUIRE(engine.observe(*input.observed).has_value());
  } else {
    must(engine.deliver(input.response));
  }
}

/// What a restless user does now and then.
std::optional<Input> disturbance(Random& random, const FakeSite& site) {
  static const std::vector<std::string> kPaths{"/html/body/nav/a",
                                               "/html/body/div#main/ul.list/li/a",
                                               "/html/body/div#main/table.files/tr/td/a",
                                               "/html/body/footer/a",
                                               "/html/body/div.news wide/p/a",
                                               "/never/seen"};
  if (random.below(6) != 0) return std::nullopt;
  Input input;
  const std::string page = "/page/" + std::to_string(random.below(120));
  const auto said = static_cast<Word>(random.below(9));
  if (said > Word::paid) {
    Request request;
    request.url = on_site(page);
    if (static_cast<int>(said) == 7) {
      input.observed = site.answer(request);
      input.observed->requests = 0;
      if (!input.observed->is_page) return std::nullopt;
    } else {
      input.budget = Budget{};
      input.budget->requests = 1000 + random.below(10);
    }
    return input;
  }
  Feedback feedback = word(said, kPaths[random.below(kPaths.size())]);
  if (said == Word::example || said == Word::fetch) feedback.url = on_site(page);
  if (said == Word::paid) {
    feedback.files = static_cast<double>(random.below(9));
    feedback.requests = 1 + random.below(20);
  }
  input.feedback = feedback;
  return input;
}

}  // namespace

/// Snapshots at any time, and inputs alone, bring the same crawl, with one request out and with 8.
BOOST_DATA_TEST_CASE(taught_crawls_are_the_same_from_snapshots_and_from_inputs,
                     boost::unit_test::data::make(kTeachable), policy) {
  const FakeSite site = random_site(12, 120);
  for (const std::uint32_t in_flight : {1U, 8U}) {
    if (in_flight > 1 && !find_policy(policy)->several_in_flight) continue;
    Config config = config_for(policy);
    config.in_flight = in_flight;
    auto engine = engine_for(config);
    const auto from_inputs = engine_for(config);
    Random random(in_flight);
    std::vector<Request> out;
    for (std::size_t step = 0; step < 2000; ++step) {
      if (random.below(7) == 0) {
        const Bytes bytes = engine->snapshot();
        engine = must(Engine::restore(bytes.data(), bytes.size()));
        BOOST_REQUIRE((engine->snapshot() == bytes));
        for (const Request& request : out) {
          BOOST_REQUIRE_EQUAL(decision_to_json(engine->next()).dump(),
                              decision_to_json(request).dump());
        }
      }
      const Decision decision = engine->next();
      if (const auto* request = std::get_if<Request>(&decision)) out.push_back(*request);
      if (std::holds_alternative<Finished>(decision) && step > 400) break;
      auto input = disturbance(random, site);
      if (!input) {
        if (out.empty() || (std::holds_alternative<Request>(decision) && random.below(2) == 0)) {
          continue;
        }
        const auto which = static_cast<std::ptrdiff_t>(random.below(out.size()));
        input.emplace();
        input->response = site.answer(out[static_cast<std::size_t>(which)]);
        input->response.issued = engine->progress().issued;
        out.erase(out.begin() + which);
      }
      give(*from_inputs, *input);
      give(*engine, *input);
    }
    BOOST_REQUIRE(std::holds_alternative<Finished>(engine->next()));
    BOOST_REQUIRE(std::holds_alternative<Finished>(from_inputs->next()));
    const Bytes bytes = engine->snapshot();
    BOOST_TEST((bytes == from_inputs->snapshot()));
    const auto again = must(Engine::restore(bytes.data(), bytes.size()));
    const auto groups = engine->link_groups(100);
    const auto groups_again = again->link_groups(100);
    BOOST_REQUIRE(groups.size() == groups_again.size());
    for (std::size_t i = 0; i < groups.size(); ++i) {
      BOOST_TEST(link_group_to_json(groups[i]).dump() ==
                 link_group_to_json(groups_again[i]).dump());
    }
    BOOST_TEST(engine->progress().pages > 40U);
  }
}

BOOST_AUTO_TEST_SUITE_END()
