#include "options/option.hpp"

#include <boost/test/unit_test.hpp>
#include <nlohmann/json.hpp>

#include "options/modes.hpp"

using namespace tagtrail;
using namespace tagtrail::host;
using Json = nlohmann::json;

namespace {

/// As it arrives: numbers that are not negative are unsigned only after a parser has read them.
Expected<JobRequest> asked(const Json& options) {
  JobRequest request;
  TRY(set_options(Json::parse(options.dump()), request));
  return request;
}

Expected<JobRequest> given(std::string_view flag, const std::string& text) {
  JobRequest request;
  TRY(set_option(*find_option(flag), request, text));
  return request;
}

/// What a place holds, for comparison.
struct Held {
  JobRequest& request;
  template <typename Value>
  std::string operator()(Value& (*place)(JobRequest&)) const {
    if constexpr (std::is_same_v<Value, std::optional<std::uint64_t>>) {
      return place(request) ? std::to_string(*place(request)) : "";
    } else {
      return Json(place(request)).dump();
    }
  }
};

}  // namespace

BOOST_AUTO_TEST_SUITE(option)

BOOST_AUTO_TEST_CASE(no_two_have_one_name) {
  std::set<std::string_view> flags;
  std::set<std::string_view> members;
  for (const Option& one : job_options()) {
    BOOST_TEST(flags.insert(one.flag).second, one.flag);
    if (!one.member.empty()) BOOST_TEST(members.insert(one.member).second, one.member);
  }
}

BOOST_AUTO_TEST_CASE(an_amount_that_help_calls_the_default_is_it) {
  for (const Option& one : job_options()) {
    const bool is_amount = one.kind == ValueKind::size || one.kind == ValueKind::time ||
                           one.kind == ValueKind::share || one.kind == ValueKind::count;
    const bool in_words = one.by_default == "none" || one.by_default.find(' ') != std::string::npos;
    if (!is_amount || one.by_default.empty() || in_words) continue;
    BOOST_TEST_CONTEXT(one.flag) {
      JobRequest before;
      auto after = given(one.flag, std::string(one.by_default));
      BOOST_REQUIRE(after);
      BOOST_TEST(std::visit(Held{*after}, one.place) == std::visit(Held{before}, one.place));
    }
  }
}

BOOST_AUTO_TEST_CASE(both_ways_set_the_same) {
  const auto line = given("--max-bytes", "2kB");
  const auto call = asked({{"maxBytes", 2000}});
  BOOST_REQUIRE((line && call));
  BOOST_TEST(line->config.budget.bytes == 2000U);
  BOOST_TEST(call->config.budget.bytes == 2000U);
  BOOST_TEST(!line->is_message);
  BOOST_TEST(call->is_message);
  BOOST_TEST(given("--ignore-robots", "true")->robots == false);
  BOOST_TEST(given("--ignore-robots", "false")->robots == true);
  BOOST_TEST(asked({{"robots", false}})->robots == false);
  BOOST_TEST(given("--sitemaps", "off")->config.sitemaps == false);
  BOOST_TEST(given("--stop-at", "95%")->config.stop_at.share == 0.95);
  BOOST_TEST(given("--metrics", "9100")->metrics.value() == 9100U);
}

BOOST_AUTO_TEST_CASE(help_offers_the_words_that_stand_for_a_mode) {
  BOOST_TEST(find_option("--browser")->value == "auto|always|never");
  BOOST_TEST(find_option("--open-acting")->value == "none|doubtful|all|ADDRESS...");
  BOOST_TEST(find_option("--replica-mode")->value == "only|prefer|record");
  BOOST_TEST(find_option("--archive")->value == "warc|none");
  BOOST_TEST((kBrowserChoice.mode_of(JobRequest{}.browser) == BrowserMode::automatic));
  BOOST_TEST((kReplicaChoice.mode_of(JobRequest{}.replica_mode) == ReplicaMode::only));
  BOOST_TEST((kActingChoice.mode_of("all") == ActingRule::open));
  BOOST_TEST(kBrowserChoice.word_of(BrowserMode::never) == "never");
  BOOST_TEST(kReplicaChoice.word_of(ReplicaMode::none) == "");
  BOOST_TEST(kReplicaChoice.mode_of("x").error().message ==
             "unknown replica mode 'x': only, prefer or record");
  BOOST_TEST(kArchiveChoice.mode_of("").error().message == "unknown archive '': warc or none");
}

BOOST_AUTO_TEST_CASE(a_job_keeps_the_settings_that_were_named) {
  const auto request = asked({{"scope", "host"}, {"maxRequests", 5}, {"dir", "x"}});
  BOOST_REQUIRE(request);
  const auto named = named_settings(*request);
  BOOST_TEST((named == std::set<std::string, std::less<>>{"seedUrl", "scope"}));
  BOOST_TEST(named_settings(*given("--connections", "3")).contains("inFlight"));
}

BOOST_AUTO_TEST_CASE(values_that_are_none_change_nothing) {
  for (const auto& [flag, text] :
       std::vector<std::pair<std::string, std::string>>{{"--max-bytes", "many"},
                                                        {"--max-time", "soon"},
                                                        {"--max-requests", "-1"},
                                                        {"--max-requests", ""},
                                                        {"--max-requests", "99999999999999999999"},
                                                        {"--stop-at", "0"},
                                                        {"--stop-at", "101%"},
                                                        {"--sitemaps", "perhaps"},
                                                        {"--browser", "maybe"},
                                                        {"--browser", "auto|always"},
                                                        {"--browser", ""}}) {
    BOOST_TEST_CONTEXT(flag << " " << text) {
      JobRequest request;
      BOOST_TEST(!set_option(*find_option(flag), request, text));
      BOOST_TEST(request.given.empty());
      BOOST_TEST(request.config.budget.requests == Budget::kUnlimited);
      BOOST_TEST(request.browser == "auto");
    }
  }
}

BOOST_AUTO_TEST_CASE(an_empty_text_is_no_topic) {
  for (const char* flag : {"--about", "--about-in"}) {
    const auto empty = given(flag, "");
    BOOST_REQUIRE(!empty);
    BOOST_TEST(empty.error().message == "is empty: leave it out, or name something");
  }
  BOOST_TEST(given("--about", "rents").has_value());
}

BOOST_AUTO_TEST_CASE(members_of_another_type_are_refused_by_name) {
  for (const Option& one : job_options()) {
    if (one.member.empty()) continue;
    const std::string name(one.member);
    BOOST_TEST_CONTEXT(name) {
      const bool is_text = one.kind == ValueKind::text;
      for (const Json& value : {is_text ? Json(1) : Json("text"), Json(), Json::object(), Json(-1),
                                is_text ? Json(std::string(2001, 'x')) : Json(1.5)}) {
        const auto refused = asked({{name, value}});
        BOOST_REQUIRE(!refused);
        BOOST_TEST(refused.error().message.find(name) != std::string::npos);
      }
    }
  }
  BOOST_TEST(asked({{"unheard", 1}}).error().message == "unknown option 'unheard'");
  BOOST_TEST(!asked({{"--scope", "host"}}));
  BOOST_TEST(!asked({{"", "host"}}));
}

BOOST_AUTO_TEST_SUITE_END()
