// Numbers and choices in what catalogues answer, and in what answers of others make of them.
#include "feeds/catalogue_numbers.hpp"

#include <boost/test/unit_test.hpp>
#include <string>

#include "tagtrail/text.hpp"

using namespace tagtrail;
using namespace tagtrail::host;

namespace {

const CatalogueKind& kCkan = *find_catalogue("ckan");

std::string facets_of(const std::string& items) {
  return R"({"success":true,"result":{"count":2153,"results":[],"search_facets":{"organization":)"
         R"({"title":"organization","items":[)" +
         items + "]}}}}";
}

std::vector<CatalogueChoices> read(const std::string& items) {
  const std::string body = facets_of(items);
  return CatalogueNumbers(body).choices(kCkan);
}

}  // namespace

BOOST_AUTO_TEST_SUITE(catalogue_numbers)

BOOST_AUTO_TEST_CASE(of_ckan_come_with_their_names_the_largest_first) {
  const CatalogueNumbers numbers(
      facets_of(R"({"name":"b","display_name":"Board","count":2},)"
                R"({"name":"health","display_name":"Ministry  of\nHealth","count":120})"));
  BOOST_TEST(numbers.at(kCkan.set_count.place).value() == 2153U);
  const auto choices = numbers.choices(kCkan);
  BOOST_REQUIRE(choices.size() == 1U);
  BOOST_TEST((choices[0].by == Condition::organisation));
  const std::vector<CatalogueChoiceValue> expected{{"health", "Ministry of Health", 120},
                                                   {"b", "Board", 2}};
  BOOST_TEST((choices[0].values == expected));
  BOOST_TEST(!choices[0].cut);
}

BOOST_AUTO_TEST_CASE(of_opendatasoft_are_found_among_their_facets) {
  const CatalogueNumbers numbers(
      R"({"facets":[{"name":"language","facets":[{"name":"en","value":"en","count":9}]},)"
      R"({"name":"publisher","facets":[{"name":"A","value":"A","count":3}]}]})");
  const auto choices = numbers.choices(*find_catalogue("opendatasoft"));
  BOOST_REQUIRE(choices.size() == 1U);
  BOOST_TEST(choices[0].values[0].value == "A");
}

BOOST_AUTO_TEST_CASE(that_nobody_could_choose_are_left_out) {
  const std::string too_long(kChoiceTextBytes + 1, 'x');
  BOOST_TEST(read(R"({"name":"","display_name":"x","count":1})").empty());
  BOOST_TEST(read(R"({"name":7,"display_name":"x","count":1},3,null,[])").empty());
  BOOST_TEST(read(R"({"name":")" + too_long + R"(","display_name":"x","count":1})").empty());
  BOOST_TEST(read(R"({"name":"a\u0000b\u001b[2J","display_name":"x","count":1})").empty());
  // A bad number is none, a missing title the name; a long title is cut.
  const auto odd = read(R"({"name":"a","display_name":")" + too_long + R"(","count":-4})");
  BOOST_REQUIRE(odd.size() == 1U);
  BOOST_TEST(odd[0].values[0].count == 0U);
  BOOST_TEST(odd[0].values[0].title.size() == kChoiceTextBytes);
  BOOST_TEST(read(R"({"name":"a"})")[0].values[0].title == "a");
}

BOOST_AUTO_TEST_CASE(are_bounded) {
  std::string items;
  for (std::size_t i = 0; i < kMostChoices + 50; ++i) {
    items += (i == 0 ? "" : ",") + std::string(R"({"name":"n)") + std::to_string(i) +
             R"(","count":)" + std::to_string(i) + "}";
  }
  const auto choices = read(items);
  BOOST_REQUIRE(choices.size() == 1U);
  BOOST_TEST(choices[0].values.size() == kMostChoices);
  BOOST_TEST(choices[0].cut);
  BOOST_TEST(choices[0].values[0].count == kMostChoices + 49);
}

BOOST_AUTO_TEST_CASE(of_other_answers_are_none) {
  const std::string whole = facets_of(R"({"name":"b","count":2})");
  for (const std::string& body :
       {std::string(), std::string("<html>"), std::string("[]"), std::string("null"),
        whole.substr(0, whole.size() / 2), std::string(R"({"result":{"count":"2153"}})"),
        std::string(R"({"result":{"count":-1}})"), std::string(R"({"result":{"count":1e300}})"),
        std::string(R"({"result":[{"count":1}]})"), std::string(200'000, '['),
        std::string(kNumbersBytes + 1, ' ') + whole}) {
    const CatalogueNumbers numbers(body);
    BOOST_TEST(!numbers.at(kCkan.set_count.place), body.substr(0, 60));
    BOOST_TEST(numbers.choices(kCkan).empty());
  }
  BOOST_TEST(CatalogueNumbers(R"({"RESULT":{"Count":3}})").at("/json/result/count").value() == 3U);
  for (const char* place :
       {"", "/json", "/xml/a", "/json/", "/json/result[", "/json/result[a]/b"}) {
    BOOST_TEST(!CatalogueNumbers(whole).at(place), place);
  }
}

BOOST_AUTO_TEST_SUITE_END()
