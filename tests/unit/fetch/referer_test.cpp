#include "fetch/referer.hpp"

#include <boost/test/unit_test.hpp>

using tagtrail::host::referer_for;

BOOST_AUTO_TEST_SUITE(referer)

// Pages behind a secret address told it, with the whole query, to every host that they linked to,
// and over http what they had been told over https.
BOOST_AUTO_TEST_CASE(other_origins_are_told_of_the_origin_only) {
  const auto page = "https://a.org/private?token=abc";
  BOOST_TEST(referer_for(page, "https://a.org/file.csv") == page);
  BOOST_TEST(referer_for(page, "https://b.org/file.csv") == "https://a.org/");
  BOOST_TEST(referer_for(page, "https://a.org:8443/file.csv") == "https://a.org/");
  BOOST_TEST(referer_for(page, "http://a.org/file.csv").empty());
  BOOST_TEST(referer_for("http://a.org/x?y", "https://a.org/file.csv") == "http://a.org/");
  BOOST_TEST(referer_for("http://a.org/x?y", "http://b.org/") == "http://a.org/");
  BOOST_TEST(referer_for("", "http://b.org/").empty());
  BOOST_TEST(referer_for("file:///home/me/urls.txt", "http://b.org/").empty());
}

BOOST_AUTO_TEST_SUITE_END()
