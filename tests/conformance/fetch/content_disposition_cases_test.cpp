// Content-Disposition as others test it. What a value that breaks the grammar gives is ours to say,
// and counted apart.
#include <boost/test/unit_test.hpp>
#include <string>

#include "../rows.hpp"
#include "../tally.hpp"
#include "fetch/content_disposition.hpp"

using tagtrail::host::content_disposition_name;
using namespace tagtrail::testing;

BOOST_AUTO_TEST_SUITE(content_disposition_cases)

BOOST_AUTO_TEST_CASE(table) {
  Tally valid("Content-Disposition, valid", "fetch/content_disposition_known_failures.txt");
  Tally invalid("Content-Disposition, invalid (as we recover)");
  for (const Row& row : read_rows("fetch/content_disposition.txt", 4)) {
    const std::string name = content_disposition_name(row.at(2));
    (row.at(1) == "valid" ? valid : invalid).count(row.at(0), name == row.at(3), name);
  }
  BOOST_TEST(valid.total() + invalid.total() > 100U);
  valid.finish();
  invalid.finish();
}

BOOST_AUTO_TEST_SUITE_END()
