// What scripts of pages may not send is counted, named within bounds, and kept from run to run.
#include "store/stopped_requests.hpp"

#include <boost/test/unit_test.hpp>
#include <nlohmann/json.hpp>

namespace tagtrail::host::testing {

BOOST_AUTO_TEST_SUITE(stopped_requests)

BOOST_AUTO_TEST_CASE(none_is_nothing_to_tell) {
  StoppedRequests none;
  BOOST_TEST(none.count() == 0U);
  BOOST_TEST(none.lines().empty());
  BOOST_TEST(none.to_json().is_null());
  BOOST_TEST(none.brief_json().is_null());
  BOOST_TEST(!none.news().has_value());
}

BOOST_AUTO_TEST_CASE(they_are_told_by_method_and_address) {
  StoppedRequests stopped;
  stopped.add({"PUT", "http://h/kept", "http://h/page", 1});
  BOOST_TEST(stopped.lines().front() ==
             "1 request of pages' scripts that might change something was stopped (PUT): "
             "http://h/kept");
  BOOST_TEST(stopped.lines().back() == "  their pages may show less");
  stopped.add({"PUT", "http://h/kept", "http://h/other", 2});
  stopped.add({"DELETE", "", "http://h/page", 4});
  for (const char* url : {"http://h/b", "http://h/c", "http://h/d"}) {
    stopped.add({"POST", url, "http://h/page", 1});
  }
  stopped.add_empty_page("http://h/page");
  stopped.add_empty_page("http://h/page");
  const std::vector<std::string> expected{
      "10 requests of pages' scripts that might change something were stopped (DELETE, POST, "
      "PUT): http://h/kept, http://h/b, http://h/c, ...",
      "  without a link then: http://h/page",
      "  their pages may show less; to let scripts send by POST: --allow-posts, in another --out"};
  BOOST_TEST(stopped.lines() == expected, boost::test_tools::per_element());
  const auto json = stopped.to_json();
  BOOST_TEST(json.at("count") == 10);
  BOOST_TEST(json.at("methods").at("DELETE") == 4);
  BOOST_TEST(json.at("requests").size() == 4U);
  BOOST_TEST(json.at("requests").at(0).at("count") == 3);
  BOOST_TEST(json.at("requests").at(0).at("page") == "http://h/page");
  BOOST_TEST(json.at("emptyPages").size() == 1U);
  BOOST_TEST(stopped.brief_json().at("example") == "http://h/kept");
}

BOOST_AUTO_TEST_CASE(what_was_sent_is_told_apart_from_what_was_stopped) {
  StoppedRequests both;
  both.add({"POST", "http://h/sessions", "http://h/page", 1, StoppedRequests::Kind::sent});
  BOOST_TEST(both.count() == 0U);
  const std::vector<std::string> one{
      "1 request of pages' scripts that may have changed something was sent (POST): "
      "http://h/sessions"};
  BOOST_TEST(both.lines() == one, boost::test_tools::per_element());
  both.add({"POST", "http://h/sessions", "http://h/page", 2, StoppedRequests::Kind::sent});
  both.add({"POST", "http://h/sessions", "http://h/page", 4});
  BOOST_TEST(both.lines().size() == 3U);
  const auto json = both.to_json();
  BOOST_TEST(json.at("count") == 4);
  BOOST_TEST(json.at("sent").at("count") == 3);
  BOOST_TEST(json.at("sent").at("requests").at(0).at("count") == 3);
  BOOST_TEST(StoppedRequests::from_text(*both.news()).to_json() == json);
}

BOOST_AUTO_TEST_CASE(what_was_for_the_users_own_network_is_told_apart) {
  StoppedRequests inside;
  inside.add({"GET", "http://10.0.0.5/", "http://h/page", 1, StoppedRequests::Kind::own_network});
  inside.add({"GET", "http://10.0.0.5/", "http://h/", 2, StoppedRequests::Kind::own_network});
  BOOST_TEST(inside.count() == 0U);
  BOOST_TEST(inside.brief_json().at("count") == 0);
  BOOST_TEST(inside.brief_json().at("ownNetwork").at("count") ==
             inside.to_json().at("ownNetwork").at("count"));
  const std::vector<std::string> expected{
      "3 requests of pages for your own network were refused: http://10.0.0.5/"};
  BOOST_TEST(inside.lines() == expected, boost::test_tools::per_element());
  const auto json = inside.to_json();
  BOOST_TEST(json.at("ownNetwork").at("count") == 3);
  BOOST_TEST(json.at("ownNetwork").at("requests").at(0).at("page") == "http://h/page");
  BOOST_TEST(StoppedRequests::from_text(*inside.news()).to_json() == json);
}

BOOST_AUTO_TEST_CASE(the_next_run_counts_on) {
  StoppedRequests stopped;
  stopped.add({"PUT", "http://h/kept", "http://h/page", 3});
  stopped.add_empty_page("http://h/page");
  const auto kept = stopped.news();
  BOOST_REQUIRE(kept.has_value());
  BOOST_TEST(!stopped.news().has_value());
  StoppedRequests next = StoppedRequests::from_text(*kept);
  BOOST_TEST(!next.news().has_value());
  BOOST_TEST(next.to_json() == stopped.to_json());
  next.add({"PUT", "http://h/kept", "http://h/page", 1});
  BOOST_TEST(next.count_of("PUT") == 4U);
  BOOST_TEST(next.to_json().at("requests").at(0).at("count") == 4);
}

BOOST_AUTO_TEST_CASE(names_are_bounded_and_counts_are_not) {
  StoppedRequests stopped;
  for (int at = 0; at < 500; ++at) {
    const std::string number = std::to_string(at);
    stopped.add({"M" + number, "http://h/" + number, "http://h/page", 1});
    stopped.add_empty_page("http://h/" + number);
  }
  const auto json = stopped.to_json();
  BOOST_TEST(json.at("count") == 500);
  BOOST_TEST(json.at("methods").size() == 21U);
  BOOST_TEST(json.at("requests").size() == 50U);
  BOOST_TEST(json.at("emptyPages").size() == 20U);
}

BOOST_AUTO_TEST_CASE(what_is_damaged_counts_as_none) {
  for (const char* text :
       {"", "7", "[]", "{", R"({"methods": []})", R"({"methods": {"PUT": -1}})",
        R"({"methods": {"PUT": "1"}, "requests": [7, {}], "emptyPages": [7]})"}) {
    BOOST_TEST(StoppedRequests::from_text(text).count() == 0U, text);
  }
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace tagtrail::host::testing
