#include "job/job_settings.hpp"

#include <boost/test/unit_test.hpp>
#include <nlohmann/json.hpp>

using namespace tagtrail;
using namespace tagtrail::host;
using Json = nlohmann::json;

namespace {

Config begun() {
  Config config;
  config.seed_url = "https://example.org/";
  config.policy = "bfs";
  config.targets = "csv";
  return config;
}

/// As a version wrote it that did not know `missing`.
std::string without(const Config& config, std::initializer_list<const char*> missing) {
  Json json = Json::parse(config_to_json(config));
  for (const char* name : missing) json.erase(name);
  return json.dump();
}

/// As a start with today's defaults wants it.
Config wanted() {
  Config config;
  config.seed_url = "https://example.org/";
  config.sitemaps = true;
  config.targets = "csv";
  return config;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(job_settings)

BOOST_AUTO_TEST_CASE(what_is_not_named_stays) {
  const auto settings =
      settings_to_go_on(config_to_json(begun()), wanted(), {"seedUrl", "targets"});
  BOOST_REQUIRE(settings);
  BOOST_TEST(settings->config.policy == "bfs");
  BOOST_TEST(!settings->config.sitemaps);
  BOOST_TEST(!settings->changed);
  BOOST_TEST(settings->stored == config_to_json(begun()));
}

BOOST_AUTO_TEST_CASE(the_same_targets_may_be_spelled_otherwise) {
  Config begun_so = begun();
  begun_so.targets = "xyz,application/pdf";
  Config now = wanted();
  for (const char* spelling : {".xyz,application/pdf", "application/pdf, .XYZ"}) {
    now.targets = spelling;
    const auto settings = settings_to_go_on(config_to_json(begun_so), now, {"seedUrl", "targets"});
    BOOST_REQUIRE(settings);
    // What decided until now decides on: the crawl is one.
    BOOST_TEST(settings->stored == config_to_json(begun_so));
  }
  now.targets = ".xyz";
  BOOST_TEST(!settings_to_go_on(config_to_json(begun_so), now, {"seedUrl", "targets"}));
  now.targets = ".xyz,data";
  BOOST_TEST(!settings_to_go_on(config_to_json(begun_so), now, {"seedUrl", "targets"}));
}

BOOST_AUTO_TEST_CASE(what_is_named_must_be_as_it_was) {
  const auto refused =
      settings_to_go_on(config_to_json(begun()), wanted(), {"seedUrl", "policy", "targets"});
  BOOST_REQUIRE(!refused);
  BOOST_TEST((refused.error().code == ErrorCode::invalid_argument));
  BOOST_TEST(refused.error().message.find("policy was \"bfs\", now \"trail\"") !=
             std::string::npos);
  BOOST_TEST(!settings_to_go_on(config_to_json(begun()), wanted(), {"sitemaps"}));
  Config elsewhere = wanted();
  elsewhere.seed_url = "https://example.com/";
  BOOST_TEST(!settings_to_go_on(config_to_json(begun()), elsewhere, {"seedUrl"}));
}

BOOST_AUTO_TEST_CASE(limits_are_those_of_the_new_start) {
  Config first = begun();
  first.budget.requests = 10;
  Config more = wanted();
  more.budget.requests = 20;
  more.early_stopping.enabled = true;
  const auto settings = settings_to_go_on(config_to_json(first), more, {"seedUrl"});
  BOOST_REQUIRE(settings);
  BOOST_TEST(settings->changed);
  BOOST_TEST(settings->config.budget.requests == 20U);
  BOOST_TEST(settings->config.early_stopping.enabled);
  BOOST_TEST(settings->config.policy == "bfs");
}

BOOST_AUTO_TEST_CASE(members_that_came_later_have_their_old_meaning) {
  const std::string old =
      without(begun(), {"sitemaps", "inFlight", "trail", "followOutOfScopeRedirects"});
  const auto settings = settings_to_go_on(old, wanted(), {"seedUrl", "targets"});
  BOOST_REQUIRE(settings);
  BOOST_TEST(!settings->changed);
  BOOST_TEST(!settings->config.sitemaps);
  BOOST_TEST(settings->config.in_flight == 1U);
  BOOST_TEST(!settings_to_go_on(old, wanted(), {"sitemaps"}));
}

BOOST_AUTO_TEST_CASE(an_old_job_with_connections_still_decides_one_by_one) {
  Config several = wanted();
  several.in_flight = 8;
  std::string stored = without(begun(), {"inFlight"});
  // Each resumption leaves a folder that the same command can go on with.
  for (int times = 0; times < 3; ++times) {
    const auto settings = settings_to_go_on(stored, several, {"seedUrl", "inFlight"});
    BOOST_REQUIRE(settings);
    BOOST_TEST(settings->config.in_flight == 1U);
    stored = settings->stored;
  }
  BOOST_TEST(!settings_to_go_on(config_to_json(begun()), several, {"inFlight"}));
}

BOOST_AUTO_TEST_CASE(a_folder_with_a_configuration_that_is_none_is_refused) {
  for (const char* stored : {"", "[]", "7", "{\"seedUrl\":\"https://example.org/\",\"new\":1}"}) {
    BOOST_TEST_CONTEXT(stored) { BOOST_TEST(!settings_to_go_on(stored, wanted(), {})); }
  }
}

BOOST_AUTO_TEST_SUITE_END()
