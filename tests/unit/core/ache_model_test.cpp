// Model files of `ache`: what is learnt, how it is read and judged by, what is refused.
#include "critic/ache_model.hpp"

#include <boost/test/unit_test.hpp>
#include <nlohmann/json.hpp>

#include "critic/form_structure.hpp"
#include "critic/link_words.hpp"
#include "tagtrail/config.hpp"
#include "tagtrail/objective.hpp"
#include "tagtrail/training.hpp"

using namespace tagtrail;
using Json = nlohmann::json;

namespace {

Page page(const std::string& title, const std::string& text) {
  Page made;
  made.title = title;
  made.text = text;
  return made;
}

Form search(const std::string& text) {
  return {
      "http://h/find", false, text, {{"text", "q", "Words", 0, 20}, {"submit", "", "Go", 0, 0}}};
}

Form login() {
  return {"http://h/in",
          true,
          "Log in",
          {{"text", "user", "User", 0, 20}, {"password", "key", "Password", 0, 20}}};
}

TrainingCases flights() {
  TrainingCases cases;
  for (int i = 0; i < 10; ++i) {
    const std::string n(1, static_cast<char>('a' + i));
    cases.pages[1].push_back(page("Flights", "cheap airfare to " + n + n + n));
    cases.pages[0].push_back(page("News", "the match ended " + n + n + n));
    cases.forms[1].push_back(search("Find"));
    cases.forms[0].push_back(login());
    cases.domain_forms[1].push_back(search("departure airport"));
    cases.domain_forms[0].push_back(search("player team"));
  }
  return cases;
}

Training trained(const TrainingCases& cases) {
  auto training = train_ache(cases);
  BOOST_REQUIRE_MESSAGE(training, (training ? "" : training.error().message));
  return std::move(*training);
}

AcheModel parsed(const std::string& text) {
  auto model = parse_ache_model(text);
  BOOST_REQUIRE_MESSAGE(model, (model ? "" : model.error().message));
  return std::move(*model);
}

}  // namespace

BOOST_AUTO_TEST_SUITE(ache_model)

BOOST_AUTO_TEST_CASE(what_was_learnt_is_judged_by) {
  const Training training = trained(flights());
  BOOST_TEST(training.pages->check.folds == 5U);
  BOOST_TEST(training.pages->check.accuracy() == 1);
  BOOST_TEST(training.pages->cases[1] == 10U);
  BOOST_TEST(training.forms->size == 2U);
  BOOST_TEST(training.forms->check.accuracy() == 1);
  const AcheModel model = parsed(training.model);
  BOOST_TEST(model.is_on_topic(page("Airfare", "a flight")));
  BOOST_TEST(!model.is_on_topic(page("Match", "ended")));
  BOOST_TEST(model.wants(search("Airport of departure")));
  BOOST_TEST(!model.wants(search("Team")));
  BOOST_TEST(!model.wants(login()));
  BOOST_TEST(ache_model_to_json(model) == training.model);
}

BOOST_AUTO_TEST_CASE(folds_are_judged_by_what_they_did_not_teach) {
  // Every page has words of its own class in one other page only, which is of the other class.
  TrainingCases cases;
  for (int i = 0; i < 6; ++i) {
    const std::string word(5, static_cast<char>('a' + i));
    cases.pages[0].push_back(page("", word));
    cases.pages[1].push_back(page("", word));
  }
  const Training training = trained(cases);
  BOOST_TEST(training.pages->check.accuracy() <= 0.5);
}

BOOST_AUTO_TEST_CASE(links_are_told_apart_by_their_distance) {
  TrainingCases cases;
  for (int i = 0; i < 10; ++i) {
    cases.links.push_back({"http://h/jobsearch", "Search jobs", "", 0});
    cases.links.push_back({"http://h/list", "All cities", "", 1});
    cases.links.push_back({"http://h/about", "Imprint", "", 5});
  }
  const Training training = trained(cases);
  BOOST_TEST(training.links->cases == (std::vector<std::uint64_t>{10, 10, 0}));
  BOOST_TEST(training.links->check.folds == 5U);
  BOOST_TEST(training.links->check.accuracy() == 1);
  const AcheModel model = parsed(training.model);
  BOOST_TEST(model.links->classes() == 3U);
  BOOST_TEST(ache::level_of(*model.links, ache::link_words("", "a city", "")).distance == 1U);
  cases.links.resize(3);
  cases.links[0].distance = 2;
  BOOST_TEST(!train_ache(cases));
}

BOOST_AUTO_TEST_CASE(few_cases_are_checked_in_fewer_folds_or_not_at_all) {
  TrainingCases cases = flights();
  cases.pages[0].resize(3);
  cases.forms[0].resize(1);
  const Training training = trained(cases);
  BOOST_TEST(training.pages->check.folds == 3U);
  BOOST_TEST(training.forms->check.folds == 0U);
}

BOOST_AUTO_TEST_CASE(one_class_alone_teaches_nothing) {
  TrainingCases cases = flights();
  cases.pages[0].clear();
  BOOST_TEST(train_ache(cases).error().message ==
             "there are no pages of the other kind: a classifier needs examples of both");
  BOOST_TEST(!train_ache({}));
  TrainingCases strangers;
  strangers.pages[0].push_back(page("", "one"));
  strangers.pages[1].push_back(page("", "two"));
  BOOST_TEST(train_ache(strangers).error().message.starts_with("no word occurs in two"));
}

BOOST_AUTO_TEST_CASE(a_model_that_is_none_is_refused) {
  const Json good = Json::parse(trained(flights()).model);
  const auto refused = [](const Json& json) { return !parse_ache_model(json.dump()); };
  BOOST_TEST(!refused(good));
  BOOST_TEST(!parse_ache_model("{"));
  BOOST_TEST(!parse_ache_model("[]"));
  BOOST_TEST(!parse_ache_model(std::string(AcheModel::kMostBytes + 1, ' ')));
  for (const auto& [pointer, value] :
       std::vector<std::pair<std::string, Json>>{{"/format", "x"},
                                                 {"/version", 2},
                                                 {"/more", 1},
                                                 {"/pages", 1},
                                                 {"/pages/cases", {1, 2, 3}},
                                                 {"/pages/cases", {-1, 2}},
                                                 {"/pages/words/flight", {11, 0}},
                                                 {"/pages/words/flight", {1}},
                                                 {"/pages/words", {1}},
                                                 {"/forms/attribute", "colour"},
                                                 {"/forms/cut", "x"},
                                                 {"/forms/above", 1},
                                                 {"/forms/upTo/cases", nullptr}}) {
    Json changed = good;
    changed[Json::json_pointer(pointer)] = value;
    BOOST_TEST_CONTEXT(pointer << " " << value) { BOOST_TEST(refused(changed)); }
  }
}

BOOST_AUTO_TEST_CASE(a_tree_that_never_ends_is_refused) {
  Json tree = {{"cases", 1}, {"errors", 0}, {"searchable", true}};
  for (int depth = 0; depth < 60; ++depth) {
    const Json leaf = {{"cases", 1}, {"errors", 0}, {"searchable", true}};
    tree = {{"cases", 1}, {"errors", 0},  {"searchable", true}, {"attribute", "radio"},
            {"cut", 1},   {"upTo", leaf}, {"above", tree}};
  }
  const Json model = {{"format", "tagtrail-ache-model"}, {"version", 1}, {"forms", tree}};
  BOOST_TEST(!parse_ache_model(model.dump()));
}

BOOST_AUTO_TEST_CASE(the_objective_goes_by_the_model) {
  Config config;
  config.seed_url = "http://h/";
  config.objective = "forms";
  config.ache.model = trained(flights()).model;
  BOOST_REQUIRE(validate(config));
  const auto forms = find_objective("forms")->make(config);
  Response response;
  response.status = 200;
  response.mime = "text/html";
  response.is_page = true;
  response.page = page("Flights", "airfare");
  response.page.content.forms = {search("Airport"), search("Team"), login()};
  BOOST_TEST((*forms)->judge(response, "").gain == 1);
  response.page.title = "The match";
  response.page.text = "ended";
  BOOST_TEST((*forms)->judge(response, "").gain == 0);
}

BOOST_AUTO_TEST_CASE(parameters_are_checked) {
  const auto refused = [](auto change) {
    Config config;
    config.seed_url = "http://h/";
    change(config.ache);
    return !validate(config);
  };
  BOOST_TEST(!refused([](auto&) {}));
  BOOST_TEST(refused([](auto& ache) { ache.mode = "x"; }));
  BOOST_TEST(refused([](auto& ache) { ache.levels = 0; }));
  BOOST_TEST(refused([](auto& ache) { ache.levels = 11; }));
  BOOST_TEST(refused([](auto& ache) { ache.learn_every = 0; }));
  BOOST_TEST(refused([](auto& ache) { ache.features = 0; }));
  BOOST_TEST(refused([](auto& ache) { ache.model = "x"; }));
  BOOST_TEST(refused([](auto& ache) { ache.mode = "offline"; }));
  const Json links = {{"format", "tagtrail-ache-model"},
                      {"version", 1},
                      {"links", {{"cases", {1, 1}}, {"words", Json::object()}}}};
  const auto offline = [&](std::uint64_t levels) {
    return refused([&](auto& ache) {
      ache.mode = "offline";
      ache.model = links.dump();
      ache.levels = levels;
    });
  };
  BOOST_TEST(!offline(2));
  BOOST_TEST(offline(3));
}

BOOST_AUTO_TEST_SUITE_END()
