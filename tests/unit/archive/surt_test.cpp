#include "archive/surt.hpp"

#include <boost/test/unit_test.hpp>

using tagtrail::host::surt_of;

BOOST_AUTO_TEST_SUITE(surt)

BOOST_AUTO_TEST_CASE(keys_of_urls) {
  BOOST_TEST(surt_of("https://www.example.org/") == "org,example)/");
  BOOST_TEST(surt_of("http://www2.Example.org/Data/File.CSV") == "org,example)/data/file.csv");
  BOOST_TEST(surt_of("http://wwwx.example.org/") == "org,example,wwwx)/");
  BOOST_TEST(surt_of("http://example.org:8080/a?z=1&B=2&a=%C3%A4") ==
             "org,example:8080)/a?a=%c3%a4&b=2&z=1");
  BOOST_TEST(surt_of("http://127.0.0.1:81/a?") == "1,0,0,127:81)/a");
  BOOST_TEST(surt_of("http://[::1]:81/") == "[::1]:81)/");
}

BOOST_AUTO_TEST_SUITE_END()
