// JSONTestSuite against the JSON of native messaging. Where a parser may do either, it has to do it
// without harm: what was accepted can be written and read again.
#include <boost/test/unit_test.hpp>
#include <string>
#include <vector>

#include "../rows.hpp"
#include "../tally.hpp"
#include "messaging/json_text.hpp"

using namespace tagtrail::host;
using namespace tagtrail::testing;

BOOST_AUTO_TEST_SUITE(json_cases)

BOOST_AUTO_TEST_CASE(json_test_suite) {
  Tally tally("JSON, JSONTestSuite", "messaging/json_known_failures.txt");
  for (const Row& row : read_rows("messaging/json_cases.txt", 3)) {
    const std::string& verdict = row.at(0);
    // A copy of its own size: reading one byte too far is then seen by AddressSanitizer.
    const std::vector<char> text(row.at(2).begin(), row.at(2).end());
    const auto json = parse_json(std::string_view(text.data(), text.size()));
    const bool whole = !json || parse_json(write_json(*json)).has_value();
    const bool expected = verdict == "either" || json.has_value() == (verdict == "accept");
    tally.count(verdict + " " + row.at(1), expected && whole);
  }
  BOOST_TEST(tally.total() == 318U);
  tally.finish();
}

BOOST_AUTO_TEST_SUITE_END()
