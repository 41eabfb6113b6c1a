#include "options/listed_options.hpp"

#include <boost/test/unit_test.hpp>

#include "options/option.hpp"

using namespace tagtrail;
using namespace tagtrail::host;

namespace {

const auto kDistrustful = {ListWriter::fleet, ListWriter::others};

std::string refusal(std::string_view flag, std::string_view value, ListWriter writer) {
  const auto permitted = permit_in_list(flag, value, writer);
  return permitted ? std::string() : permitted.error().message;
}

bool names_a_place(const Option& option) {
  const bool is_place = option.value == "FILE" || option.value == "DIR";
  return is_place && option.kind == ValueKind::text;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(listed_options)

BOOST_AUTO_TEST_CASE(it_is_decided_of_every_option) {
  for (const Option& option : job_options()) {
    // What belongs to the batch or the worker never gets there.
    const std::set<std::string_view> own{"--out", "--json", "--quiet", "--dry-run", "--revisit"};
    if (own.contains(option.flag)) continue;
    for (const ListWriter writer : kDistrustful) {
      const std::string why = refusal(option.flag, "x", writer);
      BOOST_TEST(why.find("is not among") == std::string::npos, option.flag << ": " << why);
    }
    BOOST_TEST(refusal(option.flag, "x", ListWriter::user).empty());
  }
}

BOOST_AUTO_TEST_CASE(no_place_on_the_machine_can_be_named) {
  unsigned places = 0;
  for (const Option& option : job_options()) {
    if (!names_a_place(option)) continue;
    ++places;
    for (const ListWriter writer : kDistrustful) {
      for (const std::string_view value : {"/etc/passwd", "../x", "a/b", ".ssh", ".", "..", ""}) {
        BOOST_TEST(!refusal(option.flag, value, writer).empty(), option.flag << " " << value);
      }
    }
  }
  BOOST_TEST(places >= 8U);
}

BOOST_AUTO_TEST_CASE(what_nobody_knows_is_refused) {
  for (const ListWriter writer : kDistrustful) {
    BOOST_TEST(!refusal("--new-one", "", writer).empty());
    BOOST_TEST(!refusal("", "", writer).empty());
  }
}

BOOST_AUTO_TEST_CASE(a_fleet_may_lend_by_name_and_reach_where_it_is_told) {
  BOOST_TEST(refusal("--profile", "members", ListWriter::fleet).empty());
  BOOST_TEST(refusal("--allow-private", "", ListWriter::fleet).empty());
  for (const std::string_view flag :
       {"--profile", "--allow-private", "--ignore-robots", "--open-acting"}) {
    BOOST_TEST(!refusal(flag, "members", ListWriter::others).empty(), flag);
  }
  BOOST_TEST(!refusal("--proxy", "http://e.example:1", ListWriter::fleet).empty());
}

BOOST_AUTO_TEST_SUITE_END()
