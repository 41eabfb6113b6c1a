// Queries as sites write them, taken apart and put together again.
#include "tagtrail/url_query.hpp"

#include <boost/test/unit_test.hpp>

using namespace tagtrail;

BOOST_AUTO_TEST_SUITE(url_query)

BOOST_AUTO_TEST_CASE(parts_stand_as_they_are_written) {
  constexpr std::string_view kUrl = "https://h/list?page=2&&q=a%26b=c&flag&empty=";
  const auto parts = query_parts(kUrl);
  BOOST_REQUIRE(parts.size() == 4U);
  BOOST_TEST(parts[0].whole == "page=2");
  BOOST_TEST(parts[0].name == "page");
  BOOST_TEST(parts[0].number().value() == 2U);
  BOOST_TEST(parts[1].value == "a%26b=c");
  BOOST_TEST(!parts[1].number().has_value());
  BOOST_TEST(parts[2].name == "flag");
  BOOST_TEST(parts[2].value == "");
  BOOST_TEST(parts[3].name == "empty");
  BOOST_TEST(!parts[3].number().has_value());
  for (const QueryPart& part : parts) {
    BOOST_TEST(kUrl.substr(part.value_at, part.value.size()) == part.value);
    BOOST_TEST(with_value(kUrl, part, part.value) == kUrl);
  }
  for (const std::string_view none : {"https://h/", "https://h/?", "https://h/?&", ""}) {
    BOOST_TEST_CONTEXT(none) { BOOST_TEST(query_parts(none).empty()); }
  }
}

BOOST_AUTO_TEST_CASE(a_part_is_found_by_its_whole_name_and_changed_in_its_place) {
  constexpr std::string_view kUrl = "https://h/list?perpage=10&page=1&page=7";
  const auto page = query_part(kUrl, "page");
  BOOST_REQUIRE(page.has_value());
  BOOST_TEST(with_value(kUrl, *page, "12") == "https://h/list?perpage=10&page=12&page=7");
  BOOST_TEST(!query_part(kUrl, "pag").has_value());
  BOOST_TEST(!query_part(kUrl, "").has_value());
  const auto huge = query_part("https://h/?n=99999999999999999999", "n");
  BOOST_REQUIRE(huge.has_value());
  BOOST_TEST(!huge->number().has_value());
  BOOST_TEST(with_part("https://h/list", "page", "2") == "https://h/list?page=2");
  BOOST_TEST(with_part("https://h/list?a", "page", "2") == "https://h/list?a&page=2");
  BOOST_TEST(without_query(kUrl) == "https://h/list");
  BOOST_TEST(without_query("https://h/list") == "https://h/list");
  BOOST_TEST(has_query("https://h/?"));
}

BOOST_AUTO_TEST_SUITE_END()
