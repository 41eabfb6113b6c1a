#include <boost/test/unit_test.hpp>

#include "load/fetcher.hpp"

namespace tagtrail::host {
namespace {

BOOST_AUTO_TEST_SUITE(made_file)

BOOST_AUTO_TEST_CASE(the_mark_is_a_key_of_the_query) {
  BOOST_TEST(is_made_file("https://h.org/page?tagtrail-blob=a.csv"));
  BOOST_TEST(is_made_file("https://h.org/page?x=1&tagtrail-blob=a.csv"));
  BOOST_TEST(!is_made_file("https://h.org/page?x=tagtrail-blob=a.csv"));
  BOOST_TEST(!is_made_file("https://h.org/tagtrail-blob=a.csv"));
  BOOST_TEST(!is_made_file("https://h.org/page?not-tagtrail-blob=a"));
  BOOST_TEST(!is_made_file("https://h.org/"));
}

BOOST_AUTO_TEST_SUITE_END()

}  // namespace
}  // namespace tagtrail::host
