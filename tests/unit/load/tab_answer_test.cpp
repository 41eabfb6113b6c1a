#include <boost/test/unit_test.hpp>

#include "load/extension_answers.hpp"

using namespace tagtrail;
using host::Json;

namespace {

/// As it arrives: numbers that are not negative are unsigned only after a parser has read them.
host::Fetched fetched_of_tab(const Json& answer, const Request& request) {
  host::FetchRequest asked;
  asked.url = request.url;
  return host::fetched_of_tab(Json::parse(answer.dump()), asked);
}

Response response_of_tab(const Json& answer, const Request& request) {
  host::Fetched fetched = fetched_of_tab(answer, request);
  return host::response_of_tab(fetched, request);
}

host::AnswerFacts facts_of_tab(const Json& answer) { return fetched_of_tab(answer, {}).facts; }

Request request() {
  Request asked;
  asked.id = 7;
  asked.url = "https://example.org/list";
  return asked;
}

Json link(const char* written, int base = 0) {
  return {{"base", base},   {"written", written}, {"tagPath", "/html/body/a"},
          {"element", "a"}, {"anchor", "Files"},  {"heading", ""},
          {"around", ""},   {"rel", ""}};
}

Json answer(Json links) {
  return {{"status", 200},
          {"mime", "text/html"},
          {"finalUrl", "https://example.org/list"},
          {"hops", Json::array()},
          {"subRequests", 4},
          {"bodyBytes", 1000},
          {"page",
           {{"title", "List"},
            {"language", "en"},
            {"text", "words"},
            {"truncated", false},
            {"bases", {"https://example.org/dir/"}},
            {"links", std::move(links)}}}};
}

}  // namespace

BOOST_AUTO_TEST_SUITE(tab_answer)

BOOST_AUTO_TEST_CASE(links_are_resolved_by_our_own_canonicaliser) {
  const Response response =
      response_of_tab(answer(Json::array({link(" a^b.csv#top ")})), request());
  BOOST_TEST(response.is_page);
  BOOST_TEST(response.request_id == 7);
  BOOST_TEST(response.requests == 1);
  BOOST_TEST(response.sub_requests == 4);
  BOOST_REQUIRE(response.page.links.size() == 1);
  BOOST_TEST(response.page.links[0].url == "https://example.org/dir/a%5Eb.csv");
  BOOST_TEST(response.page.links[0].anchor == "Files");
}

BOOST_AUTO_TEST_CASE(links_that_nobody_can_fetch_are_left_out_and_positions_stay_dense) {
  const Response response = response_of_tab(
      answer(Json::array({link("javascript:void(0)"), link("mailto:a@b"), link("x"),
                          link(std::string(10'000, 'u').c_str()), Json(5), link("y", 99)})),
      request());
  BOOST_REQUIRE(response.page.links.size() == 2);
  BOOST_TEST(response.page.links[0].position == 0);
  BOOST_TEST(response.page.links[1].position == 1);
  BOOST_TEST(response.page.links[1].url == "https://example.org/y");
}

BOOST_AUTO_TEST_CASE(hops_are_kept_in_their_order) {
  Json json = answer(Json::array());
  json["hops"] = Json::array({{{"url", "https://example.org/a"}, {"status", 301}},
                              {{"url", "https://example.org/b"}, {"status", 302}}});
  const Response response = response_of_tab(json, request());
  BOOST_REQUIRE(response.redirects.size() == 2);
  BOOST_TEST(response.redirects[1].status == 302);
}

BOOST_AUTO_TEST_CASE(anything_is_some_answer) {
  for (const char* text :
       {"null", "[]", "5", "{}", R"({"status": -1})", R"({"status": 1e9, "mime": 5})",
        R"({"page": {"links": {}, "bases": 5}})", R"({"page": {"links": [[], {"written": 5}]}})",
        R"({"hops": [1, {"url": 5}], "finalUrl": "javascript:x"})"}) {
    BOOST_TEST_CONTEXT(text) {
      const Response response = response_of_tab(Json::parse(text), request());
      BOOST_TEST(response.request_id == 7);
      BOOST_TEST(response.final_url == "https://example.org/list");
      BOOST_TEST(response.page.links.empty());
    }
  }
}

BOOST_AUTO_TEST_CASE(errors_keep_their_kind) {
  BOOST_TEST((response_of_tab({{"error", "timeout"}}, request()).error == FetchError::timeout));
  BOOST_TEST((response_of_tab({{"error", "nonsense"}}, request()).error == FetchError::browser));
}

BOOST_AUTO_TEST_CASE(politeness_learns_what_the_tab_was_told) {
  const auto facts = facts_of_tab({{"status", 429}, {"retryAfter", "120"}});
  BOOST_TEST(facts.status == 429);
  BOOST_TEST(facts.retry_after.value().count() == 120'000);
  BOOST_TEST(!facts.latency.has_value());
  BOOST_TEST(!facts_of_tab({{"status", 503}}).retry_after.has_value());
  BOOST_TEST(!facts_of_tab({{"status", 503}, {"retryAfter", 7}}).retry_after.has_value());
  BOOST_TEST(facts_of_tab(Json::array()).status == 0);
}

BOOST_AUTO_TEST_CASE(what_a_page_leaves_is_of_the_kinds_that_a_tab_can_tell) {
  Json told = answer(Json::array());
  told["page"]["left"] =
      Json::array({{{"cause", "routes"}, {"what", "https://EXAMPLE.org/app#!/a b"}, {"count", 1}},
                   {{"cause", "routes"}, {"what", "mailto:x#/y"}, {"count", 1}},
                   {{"cause", "schemes"}, {"what", "ftp://h/a.csv"}, {"count", 2}},
                   {{"cause", "controls"}, {"what", "Next"}, {"count", 1}},
                   {{"cause", "inline_files"}, {"what", "t.csv (text/csv)"}, {"count", 1}},
                   {{"cause", "login"}, {"what", "https://example.org/"}, {"count", 1}},
                   {{"cause", "no such"}, {"what", "x"}, {"count", 1}},
                   {{"cause", "script_links"}, {"what", "CSV"}, {"count", 0}},
                   7});
  const std::vector<LeftOnPage> expected{
      {LeftOutCause::routes, "https://example.org/app#!/a b", 1},
      {LeftOutCause::schemes, "ftp://h/a.csv", 2},
      {LeftOutCause::controls, "Next on https://example.org/list", 1},
      {LeftOutCause::inline_files, "t.csv (text/csv) on https://example.org/list", 1}};
  BOOST_TEST((response_of_tab(told, request()).page.left == expected));
}

BOOST_AUTO_TEST_CASE(what_scripts_may_not_send_is_told_within_bounds) {
  Json told = answer(Json::array());
  told["stopped"] = Json::array(
      {{{"method", "PUT"}, {"url", "https://EXAMPLE.org/kept"}, {"count", 2}},
       {{"method", std::string(100, 'M')}, {"url", "no address"}, {"count", 9'000'000'000}},
       {{"method", "DELETE"}, {"url", ""}, {"count", 3}}});
  const auto stopped =
      host::stopped_in(fetched_of_tab(told, request()), "https://example.org/list");
  BOOST_REQUIRE(stopped.size() == 3U);
  BOOST_TEST(stopped[0].url == "https://example.org/kept");
  BOOST_TEST(stopped[0].page == "https://example.org/list");
  BOOST_TEST(stopped[0].count == 2U);
  BOOST_TEST(stopped[1].method.size() <= 32U);
  BOOST_TEST(stopped[1].url.empty());
  BOOST_TEST(stopped[1].count == 1'000'000U);
  BOOST_TEST(stopped[2].method == "DELETE");
  told["stopped"] = Json::array({7});
  BOOST_TEST(host::stopped_in(fetched_of_tab(told, request()), "").empty());
  told["stopped"] = Json(std::vector<Json>(500, {{"method", "PUT"}, {"url", ""}, {"count", 1}}));
  BOOST_TEST(host::stopped_in(fetched_of_tab(told, request()), "").size() == 100U);
}

BOOST_AUTO_TEST_CASE(signs_of_catalogues_come_from_a_tab_too) {
  Json told = answer(Json::array());
  told["page"]["signs"] = {"generator ckan 2.10.4", "generator WordPress", 7};
  const Page page = response_of_tab(told, request()).page;
  BOOST_TEST((page.catalogue.signs == std::vector<std::string>{"generator ckan 2.10.4"}));
}

BOOST_AUTO_TEST_CASE(what_a_page_tells_is_checked_and_bounded) {
  Json all = answer(Json::array());
  BOOST_TEST(host::told_of(fetched_of_tab(all, request())).messages.empty());
  const Json message = {{"names", "alert"}, {"within", "main"}, {"text", std::string(5'000, 'x')}};
  const Json count = {{"link", "https://example.org/in#a"}, {"number", 5}};
  all["told"] = {{"messages", {1, message}}, {"counts", {{{"link", "x"}}, count, "y"}}};
  const PageTold told = host::told_of(fetched_of_tab(all, request()));
  BOOST_REQUIRE(told.messages.size() == 1U);
  BOOST_TEST(told.messages[0].names == "alert");
  BOOST_TEST(told.messages[0].text.size() == limits::kMessageBytes);
  BOOST_REQUIRE(told.counts.size() == 1U);
  BOOST_TEST((told.counts[0] == PageCount{"https://example.org/in", 5}));
  all["told"] = {{"messages", std::vector<Json>(500, message)}, {"counts", 7}};
  BOOST_TEST(host::told_of(fetched_of_tab(all, request())).messages.size() ==
             limits::kPageMessages);
}

BOOST_AUTO_TEST_SUITE_END()
