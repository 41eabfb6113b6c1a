// Scope, traps, configuration, and decisions as JSON.
#include <boost/test/unit_test.hpp>
#include <cmath>
#include <limits>
#include <nlohmann/json.hpp>

#include "crawl/admission.hpp"
#include "tagtrail/config.hpp"
#include "tagtrail/decision_json.hpp"
#include "tagtrail/scope.hpp"

using namespace tagtrail;
using Json = nlohmann::json;

namespace {

bool in_scope(std::string_view spec, std::string_view seed, std::string_view key) {
  const auto scope = Scope::parse(spec, seed);
  BOOST_REQUIRE_MESSAGE(scope.has_value(), "refused: " << spec);
  return scope->contains(key);
}

Config sound_config() {
  Config config;
  config.seed_url = "http://h/";
  return config;
}

bool accepted(void (*change)(Config&)) {
  Config config = sound_config();
  change(config);
  return validate(config).has_value();
}

bool accepted(const Json& json) { return config_from_json(json.dump()).has_value(); }

Request sample_request() {
  Request request;
  request.id = 3;
  request.url = "http://h/a";
  request.method = Method::head;
  request.purpose = Purpose::type_check;
  request.source_page = "http://h/";
  request.tag_path = "/html/a";
  request.anchor = "caf\xC3\xA9";
  request.depth = 2;
  request.reason = {"because", 7, 1.5, 0.25, {{"mean", 1.0}, {"bonus", 0.5}}};
  return request;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(scope)

BOOST_AUTO_TEST_CASE(host) {
  BOOST_TEST(in_scope("host", "http://h/a", "http://h/b"));
  BOOST_TEST(in_scope("host", "http://h/a", "https://h/b"));
  BOOST_TEST(!in_scope("host", "http://h/a", "http://h:81/b"));
  BOOST_TEST(!in_scope("host", "http://h/a", "http://x.h/"));
  BOOST_TEST(!in_scope("host", "http://h/a", "http://www.h/"));
}

BOOST_AUTO_TEST_CASE(site) {
  const std::string seed = "https://www.example.org/start";
  for (const char* inside : {"https://www.example.org/", "http://example.org:8080/x",
                             "https://data.example.org/", "http://www.a.b.example.org/"}) {
    BOOST_TEST(in_scope("site", seed, inside), inside);
  }
  for (const char* outside : {"http://notexample.org/", "http://example.org.evil.test/",
                              "http://org/", "http://example.com/", "", "example.org"}) {
    BOOST_TEST(!in_scope("site", seed, outside), outside);
  }
  // An address has no subdomains.
  BOOST_TEST(in_scope("site", "http://10.0.0.1/", "http://10.0.0.1:81/"));
  BOOST_TEST(!in_scope("site", "http://1.2.3.4/", "http://9.1.2.3.4/"));
  BOOST_TEST(in_scope("site", "http://[::1]/", "http://[::1]:81/"));
}

BOOST_AUTO_TEST_CASE(prefix) {
  const std::string seed = "http://h/a/b/index.html?x=/y/";
  BOOST_TEST(in_scope("prefix", seed, "http://h/a/b/"));
  BOOST_TEST(in_scope("prefix", seed, "http://h/a/b/c/d"));
  BOOST_TEST(!in_scope("prefix", seed, "http://h/a/b"));
  BOOST_TEST(!in_scope("prefix", seed, "http://h/a/bc/"));
  BOOST_TEST(!in_scope("prefix", seed, "http://x/a/b/"));
  // The same folder, spelt otherwise; `%2F` is no slash.
  BOOST_TEST(in_scope("prefix", "http://h/~anna/", "http://h/%7Eanna/x"));
  BOOST_TEST(in_scope("prefix", "http://h/%7eanna/", "http://h/~anna/x"));
  BOOST_TEST(!in_scope("prefix", "http://h/a/b/", "http://h/a%2Fb/x"));
}

BOOST_AUTO_TEST_CASE(expression) {
  BOOST_TEST(in_scope("regex:/data/|\\.csv$", "http://h/", "http://other/data/x"));
  BOOST_TEST(in_scope("regex:/data/|\\.csv$", "http://h/", "http://h/a.csv"));
  BOOST_TEST(!in_scope("regex:/data/|\\.csv$", "http://h/", "http://h/a.csv?x"));
}

BOOST_AUTO_TEST_CASE(expressions_meet_the_longest_urls) {
  const std::string url = "http://h/" + std::string(1991, 'a');
  BOOST_TEST(in_scope("regex:^https?://h/(a|b)*$", "http://h/", url));
  BOOST_TEST(!in_scope("regex:^https?://h/(a|b)*$", "http://h/", url + "a"));
  BOOST_TEST(!in_scope("regex:a", "http://h/", url + std::string(6000, 'a')));
  BOOST_TEST(!in_scope("regex:^https?://[^/]+/.*\\.csv$", "http://h/", url));
}

BOOST_AUTO_TEST_CASE(refused) {
  for (const std::string& spec :
       {std::string("domain"), std::string(""), std::string("regex:"), std::string("regex:("),
        std::string("regex:[z-a]"), "regex:" + std::string(501, 'a')}) {
    BOOST_TEST(!Scope::parse(spec, "http://h/").has_value(), spec);
  }
  BOOST_TEST(!Scope::parse("site", "nonsense").has_value());
}

BOOST_AUTO_TEST_SUITE_END()

BOOST_AUTO_TEST_SUITE(traps)

BOOST_AUTO_TEST_CASE(our_rule) {
  const auto trap = [](std::string_view key) { return is_trap(Blocklist::data, key, "http://h/"); };
  BOOST_TEST(trap("http://h/a/b/a/c/a/d/a"));
  BOOST_TEST(trap("http://h/x/%78/x/x/"));
  BOOST_TEST(!trap("http://h/a/a/a/"));
  BOOST_TEST(!trap("http://h/a/////b"));
  BOOST_TEST(!trap("http://h/?a=1&b=1&c=1&d=1"));
  BOOST_TEST(!trap("http://h/" + std::string(2000, 'a')));
  BOOST_TEST(!trap(""));
}

BOOST_AUTO_TEST_CASE(published_rule) {
  const std::string seed = "http://h/";
  const auto trap = [&](std::string_view key) { return is_trap(Blocklist::paper, key, seed); };
  BOOST_TEST(trap("http://h/a/b/a/a"));
  BOOST_TEST(!trap("http://h/a/b/a"));
  BOOST_TEST(trap("http://h/?a=1&b=1&c=1"));
  BOOST_TEST(trap("http://h/x?x=x"));
  BOOST_TEST(!trap(seed + std::string(350, 'a')));
  BOOST_TEST(trap(seed + std::string(351, 'a')));
}

BOOST_AUTO_TEST_CASE(no_rule) {
  BOOST_TEST(!is_trap(Blocklist::none, "http://h/a/a/a/a/a/a", "http://h/"));
}

BOOST_AUTO_TEST_SUITE_END()

BOOST_AUTO_TEST_SUITE(config)

BOOST_AUTO_TEST_CASE(round_trip) {
  Config before = sound_config();
  before.policy = "random";
  before.targets = "csv,application/pdf";
  before.scope = "regex:^http://h/\\d+\"";
  before.blocklist = "paper";
  before.seed = std::numeric_limits<std::uint64_t>::max();
  before.follow_out_of_scope_redirects = true;
  before.budget = {1, 2, 3};
  before.early_stopping = {true, 7, 0.1, 0.3, 5};
  before.stop_at = {0.95, 0.9};
  before.sb = {0.1, 3, 0.7, 11, 14, 20};
  const auto after = config_from_json(config_to_json(before));
  BOOST_REQUIRE(after.has_value());
  BOOST_TEST(config_to_json(*after) == config_to_json(before));
  BOOST_TEST(after->sb.alpha == 0.1);
  BOOST_TEST(after->budget.time_ms == 3U);
  BOOST_TEST(after->seed == before.seed);
  const auto defaults = config_from_json(R"({"seedUrl":"http://h/"})");
  BOOST_REQUIRE(defaults.has_value());
  BOOST_TEST(config_to_json(*defaults) == config_to_json(sound_config()));
  BOOST_TEST(defaults->budget.requests == Budget::kUnlimited);
}

BOOST_AUTO_TEST_CASE(unknown_members_are_refused_by_name) {
  for (const char* text :
       {R"({"seedUrl":"http://h/","polisy":"bfs"})", R"({"seedUrl":"http://h/","sb":{"polisy":1}})",
        R"({"seedUrl":"http://h/","budget":{"polisy":1}})"}) {
    const auto config = config_from_json(text);
    BOOST_REQUIRE(!config);
    BOOST_TEST((config.error().code == ErrorCode::invalid_argument));
    BOOST_TEST(config.error().message.find("polisy") != std::string::npos);
  }
}

BOOST_AUTO_TEST_CASE(what_earlier_versions_could_be_told_is_passed_over) {
  const auto config = config_from_json(R"({"seedUrl":"http://h/","minimise":"bytes"})");
  BOOST_REQUIRE(config.has_value());
  BOOST_TEST(config_to_json(*config).find("minimise") == std::string::npos);
}

BOOST_AUTO_TEST_CASE(values_of_a_wrong_type_are_refused) {
  const Json sound{{"seedUrl", "http://h/"}};
  BOOST_TEST(accepted(sound));
  const std::pair<const char*, Json> changes[] = {{"seedUrl", 1},
                                                  {"policy", Json::array()},
                                                  {"seed", -1},
                                                  {"seed", 1.5},
                                                  {"seed", "1"},
                                                  {"sb", 1},
                                                  {"sb", {{"n", -1}}},
                                                  {"budget", nullptr},
                                                  {"targets", false},
                                                  {"sb", {{"n", 1ULL << 32U}}},
                                                  {"sb", {{"alpha", "x"}}},
                                                  {"followOutOfScopeRedirects", 1},
                                                  {"earlyStopping", {{"enabled", 1}}}};
  for (const auto& [name, value] : changes) {
    Json json = sound;
    json[name] = value;
    BOOST_TEST(!accepted(json), json.dump());
  }
  for (const char* text :
       {"", "{", "[]", "null", "{} x", "\xFF", R"({"seedUrl":"http://h/","sb":{"alpha":1e999}})"}) {
    BOOST_TEST(!config_from_json(text).has_value(), text);
  }
  BOOST_TEST(!config_from_json(std::string(1'100'000, '[')).has_value());
}

BOOST_AUTO_TEST_CASE(values_out_of_range_are_refused) {
  BOOST_TEST(accepted([](Config&) {}));
  BOOST_TEST(!accepted([](Config& c) { c.seed_url = ""; }));
  BOOST_TEST(!accepted([](Config& c) { c.seed_url = "http://h"; }));
  BOOST_TEST(!accepted([](Config& c) { c.seed_url = "ftp://h/"; }));
  BOOST_TEST(!accepted([](Config& c) { c.policy = "best"; }));
  BOOST_TEST(!accepted([](Config& c) { c.objective = "all"; }));
  BOOST_TEST(!accepted([](Config& c) { c.targets = ""; }));
  BOOST_TEST(!accepted([](Config& c) { c.targets = std::string(17'000, 'a'); }));
  BOOST_TEST(!accepted([](Config& c) { c.scope = "all"; }));
  BOOST_TEST(!accepted([](Config& c) { c.scope = "regex:\xFF"; }));
  BOOST_TEST(!accepted([](Config& c) { c.blocklist = "all"; }));
  BOOST_TEST(!accepted([](Config& c) { c.sb.alpha = -1; }));
  BOOST_TEST(!accepted([](Config& c) { c.sb.alpha = std::nan(""); }));
  BOOST_TEST(!accepted([](Config& c) { c.sb.n = 0; }));
  BOOST_TEST(!accepted([](Config& c) { c.sb.n = 6; }));
  BOOST_TEST(!accepted([](Config& c) { c.sb.theta = 0; }));
  BOOST_TEST(!accepted([](Config& c) { c.sb.theta = 1.1; }));
  BOOST_TEST(!accepted([](Config& c) { c.sb.m = 0; }));
  BOOST_TEST(!accepted([](Config& c) { c.sb.m = 16; }));
  BOOST_TEST(!accepted([](Config& c) { c.sb.m = c.sb.w = 30; }));
  BOOST_TEST(!accepted([](Config& c) { c.sb.w = 31; }));
  BOOST_TEST(!accepted([](Config& c) { c.sb.batch = 0; }));
  BOOST_TEST(!accepted([](Config& c) { c.early_stopping.nu = 0; }));
  BOOST_TEST(!accepted([](Config& c) { c.early_stopping.kappa = 0; }));
  BOOST_TEST(!accepted([](Config& c) { c.early_stopping.gamma = 0; }));
  BOOST_TEST(!accepted([](Config& c) { c.early_stopping.gamma = 1.5; }));
  BOOST_TEST(!accepted([](Config& c) { c.early_stopping.epsilon = -1; }));
  BOOST_TEST(!accepted([](Config& c) { c.stop_at.share = 1.01; }));
  BOOST_TEST(!accepted([](Config& c) { c.stop_at.share = -0.1; }));
  BOOST_TEST(!accepted([](Config& c) { c.stop_at.confidence = 1; }));
  BOOST_TEST(!accepted([](Config& c) { c.stop_at.confidence = 0; }));
  BOOST_TEST(!accepted(
      [](Config& c) { c.early_stopping.epsilon = std::numeric_limits<double>::infinity(); }));
}

BOOST_AUTO_TEST_CASE(parameters_of_anthelion) {
  const auto with = [](const char* member, const Json& value) {
    return config_from_json(
        Json{{"seedUrl", "http://h/"}, {"policy", "anthelion"}, {"anthelion", {{member, value}}}}
            .dump());
  };
  const auto read = with("hostFunction", "thompson-best");
  BOOST_REQUIRE(read.has_value());
  BOOST_TEST(read->anthelion.host_function == "thompson-best");
  BOOST_TEST(config_from_json(config_to_json(*read))->anthelion.host_function == "thompson-best");
  BOOST_TEST(with("classifier", "ht").has_value());
  BOOST_TEST(with("decay", 0).has_value());
  BOOST_TEST(with("online", false).has_value());
  BOOST_TEST(!with("hostFunction", "holistic").has_value());
  BOOST_TEST(!with("lambda", -0.1).has_value());
  BOOST_TEST(!with("lambda", 1.1).has_value());
  BOOST_TEST(!with("classifier", "lr").has_value());
  BOOST_TEST(!with("features", "siblings").has_value());
  BOOST_TEST(!with("batch", 100'001).has_value());
  BOOST_TEST(!with("m", 1).has_value());
}

BOOST_AUTO_TEST_SUITE_END()

BOOST_AUTO_TEST_SUITE(decision_json)

BOOST_AUTO_TEST_CASE(round_trips) {
  for (const Decision& decision :
       {Decision(sample_request()), Decision(Wait{}), Decision(Finished{StopReason::max_time}),
        Decision(Finished{StopReason::early_stopping}),
        Decision(Finished{StopReason::stop_advice})}) {
    const Json json = decision_to_json(decision);
    const auto after = decision_from_json(Json::parse(json.dump()));
    BOOST_REQUIRE(after.has_value());
    BOOST_TEST(decision_to_json(*after) == json);
    BOOST_TEST(after->index() == decision.index());
  }
  Progress progress;
  progress.targets = 5;
  progress.in_flight = 1;
  progress.round = 2;
  progress.round_requests = 7;
  progress.round_bytes = 1000;
  progress.advice = StopAdvice::of(0.5, 2);
  progress.estimate = FileEstimate{230, 224, 300, 50};
  BOOST_TEST((progress_from_json(progress_to_json(progress))->estimate == progress.estimate));
  BOOST_TEST(progress_to_json(*progress_from_json(progress_to_json(progress))) ==
             progress_to_json(progress));
  for (const UrlClass url_class :
       {UrlClass::html, UrlClass::target, UrlClass::neither, UrlClass::dead}) {
    const auto after = judgement_from_json(judgement_to_json({url_class, true}));
    BOOST_REQUIRE(after.has_value());
    BOOST_TEST((after->url_class == url_class));
    BOOST_TEST(after->new_target);
  }
}

/// Each member of the object, at any depth, once absent and once of another type.
template <typename Check>
void spoil(const Json& whole, Json::json_pointer at, Check check) {
  for (const auto& [name, member] : whole.at(at).items()) {
    const Json::json_pointer place = at / name;
    if (member.is_structured()) spoil(whole, place, check);
    Json other = whole;
    other[place] = member.is_boolean() ? Json("x") : Json(true);
    check(other);
    if (!whole.at(at).is_object()) continue;
    Json absent = whole;
    absent.at(at).erase(name);
    check(absent);
  }
}

BOOST_AUTO_TEST_CASE(malformed_input_is_refused) {
  const auto refused = [](const Json& json) {
    BOOST_TEST(!decision_from_json(json).has_value(), json.dump());
  };
  const Json request = decision_to_json(sample_request());
  BOOST_REQUIRE(decision_from_json(request).has_value());
  spoil(request, Json::json_pointer(), refused);
  spoil(decision_to_json(Finished{}), Json::json_pointer(), refused);
  for (const Json& json : {Json(), Json(1), Json::array(), Json::object(), Json("wait"),
                           Json{{"kind", "dance"}}, Json{{"kind", "finished"}, {"reason", "x"}}}) {
    refused(json);
  }
  for (const auto& [member, value] : {std::pair<const char*, Json>{"id", -1},
                                      {"depth", 1ULL << 32U},
                                      {"method", "POST"},
                                      {"purpose", "fun"},
                                      {"id", 1.5}}) {
    Json json = request;
    json["request"][member] = value;
    refused(json);
  }
  for (const Json& action : {Json(1e300), Json(0.5), Json(1ULL << 63U)}) {
    Json json = request;
    json["request"]["reason"]["action"] = action;
    refused(json);
  }
  const auto progress_refused = [](const Json& json) {
    BOOST_TEST(!progress_from_json(json).has_value(), json.dump());
  };
  spoil(progress_to_json({}), Json::json_pointer(), progress_refused);
  progress_refused(Json::array());
  Progress progress;
  progress.estimate = FileEstimate{230, 224, 300, 50};
  spoil(progress_to_json(progress), Json::json_pointer("/estimate"), progress_refused);
  progress.estimate->high = 229;
  progress_refused(progress_to_json(progress));
  const auto judgement_refused = [](const Json& json) {
    BOOST_TEST(!judgement_from_json(json).has_value(), json.dump());
  };
  spoil(judgement_to_json({}), Json::json_pointer(), judgement_refused);
}

BOOST_AUTO_TEST_SUITE_END()
