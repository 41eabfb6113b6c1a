#include "tagtrail/table_query.hpp"

#include <boost/test/unit_test.hpp>

#include "tagtrail/parts_of_answers.hpp"
#include "tagtrail/url.hpp"

using namespace tagtrail;

namespace {

const std::string kTable = "https://h.example/api/v1/en/db/T.px";

/// All parts of an address that ask for the same.
std::string asked(const std::string& address) {
  const auto query = table_query(address);
  return query ? query_body(*query) : "none";
}

}  // namespace

BOOST_AUTO_TEST_SUITE(table_queries)

BOOST_AUTO_TEST_CASE(are_addresses_that_come_back_as_they_were) {
  const TableQuery query{kTable, {{"region", {"01", "0.5", "ö/?#,;="}}, {"age, group", {}}}};
  const std::string address = address_of(query);
  BOOST_TEST(address == kTable +
                            "#query:region=01,0%2E5,%C3%B6%2F%3F%23%2C%3B%3D;"
                            "age%2C%20group.csv");
  BOOST_TEST((table_query(address) == query));
  BOOST_TEST(url_extension(address) == "csv");
  BOOST_TEST(origin_of(address) == "https://h.example");
}

BOOST_AUTO_TEST_CASE(ask_for_all_of_a_variable_or_for_some_values) {
  BOOST_TEST(asked(kTable + "#query:region=01,02;year.csv") ==
             R"({"query":[{"code":"region","selection":{"filter":"item","values":["01","02"]}},)"
             R"({"code":"year","selection":{"filter":"all","values":["*"]}}],)"
             R"("response":{"format":"csv"}})");
}

// A site can write no such address: what it writes is made a canonical key.
BOOST_AUTO_TEST_CASE(are_no_links_of_a_page) {
  for (const char* written : {"#query:year.csv", "T.px#query:year.csv", "T.px%23query:year.csv"}) {
    BOOST_TEST(asked(canonical_url(written, kTable).value()) == "none", written);
  }
}

BOOST_AUTO_TEST_CASE(are_nothing_but_what_is_written_so) {
  for (const std::string& other :
       {std::string(), kTable, kTable + "#query:", kTable + "#query:.csv", kTable + "#query:a",
        kTable + "#query:a;.csv", kTable + "#query:a b.csv", kTable + "#query:a.b.csv",
        kTable + "?x=1#query:a.csv", kTable + "#query:a#query:b.csv",
        std::string("ftp://h.example/T.px#query:a.csv"), std::string("#query:a.csv"),
        std::string("https://h.example/a/../T.px#query:a.csv")}) {
    BOOST_TEST(asked(other) == "none", other);
  }
  BOOST_TEST(address_of({kTable, {}}).empty());
  BOOST_TEST(address_of({kTable, {{"", {}}}}).empty());
  BOOST_TEST(address_of({kTable, {{std::string(kMaxUrlBytes, 'a'), {}}}}).empty());
}

BOOST_AUTO_TEST_CASE(are_halved_by_the_values_that_are_named) {
  const auto halves = halves_of(kTable + "#query:age=1,2;region=1,2,3;year.csv");
  BOOST_REQUIRE(halves.size() == 2U);
  BOOST_TEST(halves[0] == kTable + "#query:age=1,2;region=1,2;year.csv");
  BOOST_TEST(halves[1] == kTable + "#query:age=1,2;region=3;year.csv");
  BOOST_TEST(halves_of(kTable + "#query:region=1;year.csv").empty());
  BOOST_TEST(halves_of(kTable + "#query:year.csv").empty());
  BOOST_TEST(halves_of(kTable).empty());
}

// What is too much is refused, not cut.
BOOST_AUTO_TEST_CASE(stop_at_no_number_of_rows) {
  BOOST_TEST(may_stop_at(kTable, 1000));
  BOOST_TEST(!may_stop_at(kTable + "#query:year.csv", 1000));
}

BOOST_AUTO_TEST_SUITE_END()
