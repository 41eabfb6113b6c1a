#include <boost/test/unit_test.hpp>
#include <nlohmann/json.hpp>

#include "tagtrail/decision_json.hpp"
#include "tagtrail/feedback.hpp"
#include "tagtrail/page_json.hpp"

using namespace tagtrail;
using Json = nlohmann::json;

BOOST_AUTO_TEST_SUITE(feedback_json)

BOOST_AUTO_TEST_CASE(feedback_goes_there_and_back) {
  for (const char* text :
       {R"({"word": "good", "tagPath": "/html/a"})",
        R"({"word": "paid", "tagPath": "/html/a", "files": 4.5, "requests": 3})",
        R"({"word": "fetch", "tagPath": "", "url": "http://a.test/x.csv"})",
        R"({"word": "example", "tagPath": "/a", "url": "http://a.test/x", "anchor": "X",
            "page": "http://a.test/"})"}) {
    const auto feedback = feedback_from_json(Json::parse(text));
    BOOST_REQUIRE_MESSAGE(feedback.has_value(), text);
    BOOST_TEST((feedback_to_json(*feedback) == Json::parse(text)));
    BOOST_TEST((feedback_from_json(feedback_to_json(*feedback)) == *feedback));
  }
}

BOOST_AUTO_TEST_CASE(urls_are_made_canonical_and_anchors_cut) {
  const auto feedback = feedback_from_json({{"word", "fetch"},
                                            {"tagPath", ""},
                                            {"url", "HTTP://A.test/x#y"},
                                            {"anchor", std::string(999, 'x')}});
  BOOST_REQUIRE(feedback.has_value());
  BOOST_TEST(feedback->url == "http://a.test/x");
  BOOST_TEST(feedback->anchor.size() == 300U);
}

BOOST_AUTO_TEST_CASE(what_is_no_feedback_is_an_error) {
  for (const char* text :
       {"null", "[]", "{}", R"({"word": 5})", R"({"word": "splendid", "tagPath": "/a"})",
        R"({"word": "good"})", R"({"word": "good", "tagPath": ""})",
        R"({"word": "good", "tagPath": 7})",
        R"({"word": "good", "tagPath": "/a", "url": "http://a.test/"})",
        R"({"word": "fetch", "tagPath": "/a"})",
        R"({"word": "fetch", "tagPath": "/a", "url": "javascript:x"})",
        R"({"word": "paid", "tagPath": "/a", "files": 1})",
        R"({"word": "paid", "tagPath": "/a", "files": -1, "requests": 1})",
        R"({"word": "paid", "tagPath": "/a", "files": 1, "requests": 0})"}) {
    BOOST_TEST(!feedback_from_json(Json::parse(text)).has_value(), text);
  }
}

BOOST_AUTO_TEST_CASE(groups_go_there_and_back) {
  LinkGroup group;
  group.id = 3;
  group.tag_path = "/html/body/ul.list/li/a";
  group.word = Word::only;
  group.anchors = {"a", "b"};
  group.open = 5;
  group.requests = 2;
  group.files = 9;
  const Json json = Json::parse(link_group_to_json(group).dump());
  BOOST_TEST(json["expected"].is_null());
  BOOST_TEST(json["readable"] == "html body ul.list li a");
  const auto read = link_group_from_json(json);
  BOOST_REQUIRE(read.has_value());
  BOOST_TEST((link_group_to_json(*read) == json));
  for (const char* member : {"id", "tagPath", "word", "anchors", "open", "files", "expected"}) {
    Json bad = json;
    bad[member] = {{"no", "such"}};
    BOOST_TEST(!link_group_from_json(bad).has_value(), member);
    bad.erase(member);
    BOOST_TEST(!link_group_from_json(bad).has_value(), member);
  }
}

BOOST_AUTO_TEST_CASE(a_look_has_an_entry_for_each_link_that_was_sent) {
  const Json link = {{"base", 0}, {"written", "x.csv"}, {"tagPath", "/a"}, {"element", "a"}};
  Json bad = link;
  bad["written"] = "mailto:a@b";
  const Json json = {
      {"url", "http://a.test/dir/"},
      {"page", {{"bases", {"http://a.test/dir/"}}, {"links", {bad, link, 5, link, bad}}}}};
  const auto seen = seen_page_from_json(json);
  BOOST_REQUIRE(seen.has_value());
  BOOST_TEST(seen->response.status == 200U);
  BOOST_TEST(seen->response.requests == 0U);
  BOOST_REQUIRE(seen->content.page.links.size() == 2U);
  PageLook look;
  look.links.resize(2);
  look.links[1].kind = LinkKind::file;
  look.groups.resize(1);
  look.groups[0].links = {0, 1};
  const Json out = look_to_json(look, seen->content);
  BOOST_REQUIRE(out["links"].size() == 5U);
  BOOST_TEST(out["links"][3]["kind"] == "file");
  BOOST_TEST(out["links"][4]["kind"] == "out");
  BOOST_TEST((out["groups"][0]["links"] == Json{1, 3}));
  for (const char* text :
       {"null", "{}", R"({"url": "x", "page": {}})", R"({"url": "http://a.test/"})"}) {
    BOOST_TEST(!seen_page_from_json(Json::parse(text)).has_value(), text);
  }
}

BOOST_AUTO_TEST_SUITE_END()
