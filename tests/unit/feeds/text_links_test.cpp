#include "feeds/text_links.hpp"

#include <boost/test/unit_test.hpp>
#include <string>

#include "read_source.hpp"
#include "system/codecs/deflate.hpp"

using namespace tagtrail;
using namespace tagtrail::host;

BOOST_AUTO_TEST_SUITE(text_links)

// Plain text that robots.txt named as its sitemap was stored as a file, and its pages were not
// found.
BOOST_AUTO_TEST_CASE(a_sitemap_in_plain_text_lists_pages) {
  constexpr std::string_view kText = "https://example.org/maps/sitemap-1.txt";
  const LinkSource source = must_read(
      "\xEF\xBB\xBFhttps://example.org/a\r\n\r\n  https://example.org/b.csv "
      "\nhttps://example.org/c",
      "text/plain", kText);
  BOOST_TEST(source.xml_root.empty());
  BOOST_TEST(places_of(source.page) ==
             "/sitemap.txt/url https://example.org/a\n"
             "/sitemap.txt/url https://example.org/b.csv\n"
             "/sitemap.txt/url https://example.org/c\n");
  const LinkSource long_one =
      must_read(times("https://example.org/page\n", 1000), "text/plain", kText);
  BOOST_TEST(long_one.page.links.size() == 1000U);
  for (const std::string_view none : {"", "\n\n", "https://example.org/a\nsee above\n",
                                      "https://elsewhere.org/a\n", "a.html\n"}) {
    BOOST_TEST(!read(none, "text/plain", kText).has_value(), none);
  }
  // Another list of URLs may be what somebody wants.
  BOOST_TEST(
      !read("https://example.org/a\n", "text/plain", "https://example.org/l.txt").has_value());
  BOOST_TEST(!read("https://example.org/a\n", "text/csv", kText).has_value());
}

BOOST_AUTO_TEST_CASE(what_is_named_a_sitemap_may_have_any_name) {
  constexpr std::string_view kLines = "https://h/a.csv\nhttps://h/b\n";
  SourceFacts facts{"https://h/urllist.txt", "text/plain", "", false};
  BOOST_TEST(!read_link_source(kLines, facts).has_value());
  facts.sitemap = true;
  for (const std::string& body : {std::string(kLines), gzip(kLines)}) {
    const auto source = read_link_source(body, facts);
    BOOST_REQUIRE(source.has_value());
    BOOST_TEST(places_of(source->page) ==
               "/sitemap.txt/url https://h/a.csv\n/sitemap.txt/url https://h/b\n");
  }
}

BOOST_AUTO_TEST_CASE(a_text_in_markdown_has_links) {
  const std::string text =
      "# Data\n[a](a.csv \"Title\") ![b](<b c.csv>) [no](#top) <https://example.org/d.csv>\n"
      "[e]: /e.csv\n";
  const std::string expected[] = {"https://example.org/x/a.csv", "https://example.org/x/b%20c.csv",
                                  "https://example.org/d.csv", "https://example.org/e.csv"};
  const auto links = must_read(text, "text/markdown", "https://example.org/x/README").page.links;
  BOOST_REQUIRE_EQUAL(links.size(), std::size(expected));
  for (std::size_t i = 0; i < links.size(); ++i) BOOST_TEST(links[i].url == expected[i]);
  BOOST_TEST(must_read(text, "text/plain", "https://example.org/README.md").page.links.size() ==
             4U);
  BOOST_TEST(!read(text, "text/plain", "https://example.org/README.txt"));
}

BOOST_AUTO_TEST_CASE(a_text_of_addresses_is_a_list) {
  const std::string list = "https://a.org/1.csv\nhttps://b.org/2.csv\n";
  BOOST_TEST(must_read(list, "text/plain", "https://example.org/files").page.links.size() == 2U);
  BOOST_TEST(!read(list + "and more\n", "text/plain", "https://example.org/files"));
  BOOST_TEST(!read(list, "text/csv", "https://example.org/files"));
}

BOOST_AUTO_TEST_SUITE_END()
