#include "content/read_content.hpp"

#include <boost/test/unit_test.hpp>

using namespace tagtrail;
using namespace tagtrail::host;

namespace {

constexpr std::string_view kHtml =
    "<title>T</title><div itemscope><b itemprop=a>one two</b></div><a href=x>x</a>"
    "<form action=search><input name=q></form>";

Page read(const ContentNeeds& needs) {
  return read_page_with_content(
      kHtml, {"https://example.org/dir/page.html", "text/html; charset=utf-8", false}, needs);
}

}  // namespace

BOOST_AUTO_TEST_SUITE(page_with_content)

BOOST_AUTO_TEST_CASE(only_what_is_needed_is_read) {
  BOOST_TEST(read({}).content.empty());
  const PageContent markup = read({.markup = true}).content;
  BOOST_TEST(markup.markup.microdata == 2U);
  BOOST_TEST(markup.forms.empty());
  BOOST_TEST(markup.pairs.empty());
  const PageContent forms = read({.forms = true}).content;
  BOOST_TEST((forms.markup == MarkupCounts{}));
  BOOST_REQUIRE_EQUAL(forms.forms.size(), 1U);
  BOOST_TEST(forms.forms[0].action == "https://example.org/dir/search");
  BOOST_TEST(forms.pairs.empty());
  const PageContent pairs = read({.pairs = true}).content;
  BOOST_TEST((pairs.markup == MarkupCounts{}));
  BOOST_TEST(pairs.forms.empty());
  BOOST_TEST(pairs.pairs.size() == 2U);
}

BOOST_AUTO_TEST_CASE(the_page_is_what_read_page_makes_of_it) {
  const Page page = read({.markup = true, .forms = true, .pairs = true});
  BOOST_TEST(page.title == "T");
  BOOST_REQUIRE_EQUAL(page.links.size(), 1U);
  BOOST_TEST(page.links[0].url == "https://example.org/dir/x");
  BOOST_TEST(!page.truncated);
}

BOOST_AUTO_TEST_CASE(a_document_that_is_not_there_says_nothing) {
  BOOST_TEST(read_content(nullptr, "https://example.org/", {true, true, true}).empty());
}

BOOST_AUTO_TEST_SUITE_END()
