#include "load/url_template.hpp"

#include <boost/test/unit_test.hpp>

using tagtrail::host::url_template;

BOOST_AUTO_TEST_SUITE(url_templates)

BOOST_AUTO_TEST_CASE(join_pages_of_one_kind) {
  BOOST_TEST(url_template("https://h.org/d/2024/05/") == url_template("https://h.org/d/1999/12/"));
  BOOST_TEST(url_template("https://h.org/d/births-by-month/") ==
             url_template("https://h.org/d/trade-with-neighbours/"));
  BOOST_TEST(url_template("https://h.org/i/0a1b2c3d4e") ==
             url_template("https://h.org/i/ff00ff0012"));
  BOOST_TEST(url_template("https://h.org/s?page=2&sort=a") ==
             url_template("https://h.org/s?page=77&sort=b"));
}

BOOST_AUTO_TEST_CASE(part_pages_of_different_kinds) {
  BOOST_TEST(url_template("https://h.org/about") != url_template("https://h.org/contact"));
  BOOST_TEST(url_template("https://h.org/s?page=2") != url_template("https://h.org/s?sort=b"));
  BOOST_TEST(url_template("https://h.org/a/1") != url_template("https://h.org/b/1"));
  BOOST_TEST(url_template("https://h.org/a-b/1") != url_template("https://h.org/c-d/1"));
}

BOOST_AUTO_TEST_SUITE_END()
