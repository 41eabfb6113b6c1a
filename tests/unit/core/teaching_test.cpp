// The user's words change the next decision, are inputs like responses, and are never lost.
#include <boost/test/data/test_case.hpp>
#include <boost/test/unit_test.hpp>
#include <nlohmann/json.hpp>

#include "fake_site.hpp"
#include "tagtrail/decision_json.hpp"
#include "tagtrail/policy.hpp"
#include "tagtrail/random.hpp"

using namespace tagtrail;
using namespace tagtrail::testing;

namespace {

const std::string kNews = "/html/body/div#main/div.news/p/a";
const std::string kData = "/html/body/aside/table.datasets/tr/td/span/a";
const std::string kFiles = "/html/body/section/ol.downloads/li/b/a";
const std::string kElsewhere = "/html/body/div/h2/i/q/a";
const std::vector<std::string> kTeachable{"trail",  "sb-classifier", "bfs",   "dfs",
                                          "random", "focused",       "tp-off"};

/// A start page with 12 links to news, then 12 to data; each data page has 3 files.
FakeSite two_lists() {
  FakeSite site;
  std::vector<LinkObservation> all;
  for (int i = 0; i < 12; ++i) {
    const std::string path = "/news/item-" + std::to_string(i);
    all.push_back(link(path, kNews));
    site.page(path, {});
  }
  for (int i = 0; i < 12; ++i) {
    const std::string path = "/sets/set-" + std::to_string(i);
    all.push_back(link(path, kData));
    std::vector<LinkObservation> files;
    for (int n = 0; n < 3; ++n) {
      files.push_back(link(path + "-" + std::to_string(n) + ".csv", kFiles));
      site.file(path + "-" + std::to_string(n) + ".csv");
    }
    site.page(path, files);
  }
  site.page("/", all);
  return site;
}

Feedback word(Word said, const std::string& tag_path) {
  Feedback feedback;
  feedback.word = said;
  feedback.tag_path = tag_path;
  return feedback;
}

Feedback about_link(Word said, const std::string& path, const std::string& tag_path) {
  Feedback feedback = word(said, tag_path);
  feedback.url = on_site(path);
  return feedback;
}

void teach(Engine& engine, const Feedback& feedback) {
  const auto taught = engine.teach(feedback);
  BOOST_REQUIRE_MESSAGE(taught.has_value(), (taught ? std::string() : taught.error().message));
}

/// An engine that has read the start page and has the first choice in flight.
std::unique_ptr<Engine> after_start(const Config& config, const FakeSite& site) {
  auto engine = engine_for(config);
  answer_from(*engine, site, next_request(*engine));
  return engine;
}

LinkGroup group_of(const Engine& engine, const std::string& tag_path) {
  for (const LinkGroup& group : engine.link_groups(100)) {
    if (group.tag_path == tag_path) return group;
  }
  BOOST_FAIL("no group " + tag_path);
  return {};
}

bool starts_with(const std::string& text, const std::string& start) {
  return text.starts_with(start);
}

/// The paths requested from now on, in order; those whose type alone was asked for left out.
std::vector<std::string> rest(Engine& engine, const FakeSite& site) {
  std::vector<std::string> paths = crawl(engine, site);
  std::erase_if(paths, [](const std::string& path) { return path.starts_with("HEAD "); });
  return paths;
}

Response seen(const std::string& path, std::vector<LinkObservation> links) {
  Response response;
  response.final_url = on_site(path);
  response.status = 200;
  response.mime = "text/html";
  response.requests = 0;
  response.is_page = true;
  response.page.links = std::move(links);
  return response;
}

}  // namespace

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
  teach(*engine, word(Word::neutral, kNews));
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

BOOST_DATA_TEST_CASE(a_page_that_the_user_loaded_is_learnt_from_once,
                     boost::unit_test::data::make(kTeachable), policy) {
  const FakeSite site = two_lists();
  const auto engine = after_start(config_for(policy), site);
  const Request out = next_request(*engine);
  const std::string path = out.url == on_site("/sets/set-5") ? "/sets/set-6" : "/sets/set-5";
  Request as_asked;
  as_asked.url = on_site(path);
  Response page = site.answer(as_asked);
  page.requests = 0;
  const std::uint64_t requests = engine->progress().requests;
  BOOST_REQUIRE(engine->observe(page).has_value());
  BOOST_TEST(engine->progress().requests == requests);
  BOOST_TEST(engine->progress().pages == 2U);
  // sb-classifier has asked for the type of one link so far, and knows no other.
  if (policy != "sb-classifier") BOOST_TEST(group_of(*engine, kData).requests == 1U);
  const Bytes once = engine->snapshot();
  BOOST_REQUIRE(engine->observe(page).has_value());
  BOOST_TEST((engine->snapshot() == once));
  answer_from(*engine, site, out);
  for (const std::string& each : rest(*engine, site)) BOOST_TEST(each != path);
  BOOST_TEST(engine->progress().targets == 36U);
}

BOOST_AUTO_TEST_CASE(who_only_looks_on_learns_what_pages_lead_to) {
  const FakeSite site = two_lists();
  const auto engine = engine_for(config_for("trail"));
  const auto observe = [&](const std::string& path) {
    Request request;
    request.url = on_site(path);
    Response page = site.answer(request);
    page.requests = 0;
    BOOST_REQUIRE(engine->observe(page).has_value());
  };
  observe("/");  // in flight, and never answered
  for (int i = 0; i < 5; ++i) {
    observe("/sets/set-" + std::to_string(i));
    observe("/news/item-" + std::to_string(i));
  }
  BOOST_TEST(engine->progress().pages == 11U);
  BOOST_TEST(engine->progress().requests == 0U);
  const LinkGroup data = group_of(*engine, kData);
  const LinkGroup news = group_of(*engine, kNews);
  BOOST_REQUIRE((data.expected && news.expected));
  BOOST_TEST(*data.expected > 1.0);
  BOOST_TEST(*data.expected > 3 * *news.expected);
  // The answer that comes late is counted, and no more.
  const auto judgement = engine->deliver(site.answer(next_request(*engine)));
  BOOST_TEST(judgement.has_value());
  BOOST_TEST(engine->progress().pages == 11U);
  BOOST_TEST(engine->progress().requests == 1U);
}

BOOST_AUTO_TEST_CASE(what_is_no_page_of_the_site_is_not_observed) {
  const FakeSite site = two_lists();
  const auto engine = after_start(config_for("trail"), site);
  engine->next();
  const Bytes before = engine->snapshot();
  BOOST_TEST(engine->observe(seen("http://other.test/", links({"/x"}))).has_value());
  Response no_page = seen("/x", {});
  no_page.is_page = false;
  BOOST_TEST(!engine->observe(no_page).has_value());
  Response no_url = seen("/x", {});
  no_url.final_url = "x";
  BOOST_TEST(!engine->observe(no_url).has_value());
  BOOST_TEST((engine->snapshot() == before));
}

BOOST_AUTO_TEST_CASE(looking_tells_files_pages_and_groups_and_learns_nothing) {
  const FakeSite site = two_lists();
  const auto engine = after_start(config_for("trail"), site);
  engine->next();
  teach(*engine, word(Word::good, kData));
  const Bytes before = engine->snapshot();
  Page page;
  page.links = links({"/sets/set-90", "/sets/set-91"}, kData);
  page.links.push_back(link("/sets/x.csv", kElsewhere));
  page.links.push_back(link("http://other.test/page"));
  page.links.push_back(link("http://other.test/y.csv", kElsewhere));
  page.links.push_back(link("/"));
  for (LinkObservation& each : page.links) each.heading = "Data";
  const auto look = must(engine->look(page, on_site("/")));
  BOOST_TEST((engine->snapshot() == before));
  BOOST_REQUIRE(look.links.size() == 6U);
  BOOST_TEST((look.links[0].kind == LinkKind::page));
  BOOST_TEST((look.links[2].kind == LinkKind::file));
  BOOST_TEST(look.links[2].mime == "text/csv");
  BOOST_TEST((look.links[3].kind == LinkKind::out));
  BOOST_TEST(look.links[3].group == -1);
  BOOST_TEST((look.links[4].kind == LinkKind::file));
  BOOST_TEST((look.links[5].kind == LinkKind::out));
  BOOST_REQUIRE((look.links[0].expected && look.links[2].probability));
  BOOST_TEST(*look.links[2].probability > 0.5);
  BOOST_REQUIRE(look.groups.size() == 2U);
  for (const GroupLook& group : look.groups) {
    BOOST_TEST(group.heading == "Data");
    BOOST_TEST(group.links.size() == 2U);
    const bool known = group.group.tag_path == kData;
    BOOST_TEST((group.group.word == (known ? Word::good : Word::neutral)));
    BOOST_TEST(group.group.id == look.links[known ? 0 : 2].group);
  }
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
