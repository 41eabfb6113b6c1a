// Content-Type as the web platform tests have it: the essence, and the encoding it names.
#include <boost/test/unit_test.hpp>
#include <string>

#include "../rows.hpp"
#include "../tally.hpp"
#include "html/charset.hpp"
#include "tagtrail/mime.hpp"

using namespace tagtrail::testing;
using tagtrail::mime_essence;
using namespace tagtrail::host;

namespace {

std::string encoding_named_by(const std::string& content_type) {
  const std::string encoding = encoding_of_label(charset_parameter(content_type));
  return encoding.empty() ? "-" : encoding;
}

/// Values may hold tabs and more.
std::string shown(const std::string& value) {
  std::string out;
  for (const char c : value) out += c == '\t' ? "\\t" : std::string(1, c);
  return out;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(mime_types)

BOOST_AUTO_TEST_CASE(web_platform_tests) {
  Tally tally("Content-Type, web platform tests", "html/mime_known_failures.txt");
  for (const Row& row : read_rows("html/mime_types.txt", 3)) {
    const std::string essence = mime_essence(row.at(0));
    tally.count("essence " + shown(row.at(0)), essence == row.at(1), essence);
    const std::string encoding = encoding_named_by(row.at(0));
    tally.count("encoding " + shown(row.at(0)), encoding == row.at(2), encoding);
  }
  BOOST_TEST(tally.total() > 80U);
  tally.finish();
}

BOOST_AUTO_TEST_SUITE_END()
