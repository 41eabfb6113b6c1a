// Conditions on data sets: from people's words to what servers are asked, whatever the values are.
#include "tagtrail/catalogue_filter.hpp"

#include <boost/test/unit_test.hpp>

#include "tagtrail/url.hpp"

using namespace tagtrail;

namespace {

const std::string kAsk = "https://d.example/api/3/action/package_search?rows=0";

CatalogueFilter filter_with(Condition by, const std::string& value) {
  CatalogueFilter filter;
  BOOST_REQUIRE(set_condition(filter, by, value));
  return filter;
}

/// What the query says behind `kAsk`, as the server reads it.
std::string asked_of(const char* kind, const CatalogueFilter& filter) {
  const std::string url = narrowed_request(*find_catalogue(kind), kAsk, filter);
  BOOST_REQUIRE(url.starts_with(kAsk + "&"));
  BOOST_TEST(url == *canonical_url(url));
  return percent_decode(url.substr(kAsk.size() + 1));
}

}  // namespace

BOOST_AUTO_TEST_SUITE(catalogue_filter)

BOOST_AUTO_TEST_CASE(is_read_and_written_alike) {
  const auto filter =
      parse_catalogue_filter("organization=a%2Cb 100%25,format=CSV,since=2024-02-29");
  BOOST_REQUIRE(filter);
  BOOST_TEST(filter->of(Condition::organisation) == "a,b 100%");
  BOOST_TEST(to_text(*filter) == "organisation=a%2Cb 100%25,format=CSV,since=2024-02-29");
  BOOST_TEST((*parse_catalogue_filter(to_text(*filter)) == *filter));
  BOOST_TEST(parse_catalogue_filter("")->empty());
}

BOOST_AUTO_TEST_CASE(that_says_nothing_sensible_is_refused_with_the_cause) {
  for (const std::string text :
       {"health", "organisation", "organisation=", "colour=red", "format=CSV,format=PDF",
        "since=yesterday", "since=2024-02-30", "since=24-2-3", "until=2024-1-01",
        "since=2024-+1-01", "since=2024-05-01,until=2024-04-30", "group=a%0Ab", "group=%FF",
        "=x"}) {
    const auto filter = parse_catalogue_filter(text);
    BOOST_REQUIRE_MESSAGE(!filter, text);
    BOOST_TEST(!filter.error().message.empty());
  }
  BOOST_TEST(!parse_catalogue_filter("group=" + std::string(kConditionBytes + 1, 'x')));
  BOOST_TEST(!parse_catalogue_filter("group=" + std::string(1, '\0')));
}

BOOST_AUTO_TEST_CASE(of_ckan_is_one_parameter_that_no_value_leaves) {
  CatalogueFilter filter = filter_with(Condition::organisation, "health");
  BOOST_TEST(asked_of("ckan", filter) == "fq=+organization:\"health\"");
  BOOST_REQUIRE(set_condition(filter, Condition::format, "CSV"));
  BOOST_REQUIRE(set_condition(filter, Condition::until, "2024-12-31"));
  BOOST_TEST(asked_of("ckan", filter) ==
             "fq=+organization:\"health\" +res_format:\"CSV\" "
             "+metadata_modified:[* TO 2024-12-31T23:59:59Z]");
  for (const std::string hostile :
       {"\" OR *:*", "\\", "\\\"", "a&rows=100000", "x#y", "a\" +private:true \"", "*:*", "ä\"ö",
        "%22%20OR%20%2A", "{!func}x", "a+b c"}) {
    std::string escaped;
    for (const char c : hostile) escaped.append(c == '"' || c == '\\' ? "\\" : "").push_back(c);
    BOOST_TEST(asked_of("ckan", filter_with(Condition::group, hostile)) ==
               "fq=+groups:\"" + escaped + "\"");
    const std::string url =
        narrowed_request(*find_catalogue("ckan"), kAsk, filter_with(Condition::group, hostile));
    const std::string query = url.substr(kAsk.size() + 1);
    BOOST_TEST(query.find('&') == std::string::npos);
    BOOST_TEST(query.find('#') == std::string::npos);
    BOOST_TEST(query.find('+') == std::string::npos);
  }
}

BOOST_AUTO_TEST_CASE(of_opendatasoft_repeats_what_it_refines_by) {
  CatalogueFilter filter = filter_with(Condition::organisation, "A \"B\"");
  BOOST_REQUIRE(set_condition(filter, Condition::group, "Health"));
  BOOST_REQUIRE(set_condition(filter, Condition::since, "2024-01-01"));
  BOOST_REQUIRE(set_condition(filter, Condition::until, "2024-12-31"));
  BOOST_TEST(asked_of("opendatasoft", filter) ==
             "refine=publisher:\"A \\\"B\\\"\"&refine=theme:\"Health\"&where=modified >= "
             "date'2024-01-01' and modified <= date'2024-12-31T23:59:59'");
}

BOOST_AUTO_TEST_CASE(that_a_kind_knows_no_query_for_is_told) {
  const CatalogueKind& document = *find_catalogue("dcat-us");
  const CatalogueFilter filter = filter_with(Condition::group, "x");
  BOOST_TEST((condition_unknown_to(document, filter) == Condition::group));
  BOOST_TEST(narrowed_request(document, kAsk, filter) == "");
  BOOST_TEST(narrowed_request(document, kAsk, {}) == kAsk);
  BOOST_TEST((condition_unknown_to(*find_catalogue("opendatasoft"),
                                   filter_with(Condition::format, "CSV")) == Condition::format));
}

BOOST_AUTO_TEST_SUITE_END()
