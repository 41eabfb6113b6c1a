// Retry-After: seconds and HTTP dates.
#include <boost/test/unit_test.hpp>
#include <string>

#include "../rows.hpp"
#include "../tally.hpp"
#include "fetch/http_date.hpp"

using namespace tagtrail::testing;

BOOST_AUTO_TEST_SUITE(retry_after_cases)

BOOST_AUTO_TEST_CASE(table) {
  Tally tally("Retry-After and HTTP dates");
  for (const Row& row : read_rows("fetch/retry_after.txt", 4)) {
    const auto wait = tagtrail::host::parse_retry_after(row.at(1), std::stoll(row.at(2)));
    const std::string got = wait ? std::to_string(wait->count() / 1000) : "none";
    tally.count(row.at(0), got == row.at(3), got);
  }
  BOOST_TEST(tally.total() > 50U);
  tally.finish();
}

BOOST_AUTO_TEST_SUITE_END()
