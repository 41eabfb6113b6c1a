#include <boost/test/unit_test.hpp>

#include "tagtrail/may_list_links.hpp"

using namespace tagtrail;

BOOST_AUTO_TEST_SUITE(link_sources)

BOOST_AUTO_TEST_CASE(heads_that_promise_a_source) {
  BOOST_TEST(may_list_links("text/xml", "https://example.org/x"));
  BOOST_TEST(may_list_links("application/atom+xml", "https://example.org/x"));
  BOOST_TEST(may_list_links("application/rdf+xml", "https://example.org/x"));
  BOOST_TEST(may_list_links("text/plain", "https://example.org/robots.txt"));
  BOOST_TEST(may_list_links("application/x-gzip", "https://example.org/s.XML.gz?v=1"));
  BOOST_TEST(may_list_links("", "https://example.org/s.xml.gz"));
}

BOOST_AUTO_TEST_CASE(other_heads_promise_none) {
  BOOST_TEST(!may_list_links("application/x-gzip", "https://example.org/data.csv.gz"));
  BOOST_TEST(!may_list_links("text/csv", "https://example.org/s.xml.gz"));
  BOOST_TEST(!may_list_links("text/plain", "https://example.org/notes.txt"));
  BOOST_TEST(!may_list_links("application/pdf", "https://example.org/robots.txt"));
  BOOST_TEST(!may_list_links("text/html", "https://example.org/sitemap.xml"));
}

// The panel offered a portal's feed.xml as a data file; collecting it brought nothing.
BOOST_AUTO_TEST_CASE(names_of_sitemaps_and_feeds) {
  for (const char* name : {"sitemap.xml", "sitemap_index.xml", "Sitemap-2.xml.gz", "wp-sitemap.xml",
                           "feed.xml", "rss.xml", "atom.xml"}) {
    BOOST_TEST(is_named_as_link_source(std::string("https://example.org/a/") + name), name);
  }
  for (const char* name :
       {"prices.xml", "feeding.xml", "sitemap.csv", "feed.xml/data", "index.rss", ""}) {
    BOOST_TEST(!is_named_as_link_source(std::string("https://example.org/a/") + name), name);
  }
}

BOOST_AUTO_TEST_SUITE_END()
