// Messages that pages set off, and numbers at their links. What a tab tells of the same pages:
// told.test.mjs in tests/differential.
#include "content/told.hpp"

#include <boost/test/unit_test.hpp>
#include <string>

#include "html/page_reader.hpp"

using namespace tagtrail;
using namespace tagtrail::host;

namespace {

constexpr std::string_view kUrl = "https://example.org/list";

PageTold told(const std::string& html) {
  const ReadOptions options{kUrl, "text/html; charset=utf-8", false};
  return told_on_page(ParsedPage(html, options).document(), kUrl);
}

std::string repeated(const std::string& text, unsigned times) {
  std::string all;
  for (unsigned i = 0; i < times; ++i) all += text;
  return all;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(told_on_pages)

BOOST_AUTO_TEST_CASE(a_message_comes_with_what_it_stands_in) {
  const PageTold all = told("<ul class=messages><li class='success big'> It was\nsaved </ul>");
  BOOST_REQUIRE(all.messages.size() == 1U);
  BOOST_TEST((all.messages[0] == PageMessage{"success big", "messages", "It was saved"}));
  BOOST_TEST(all.counts.empty());
}

BOOST_AUTO_TEST_CASE(a_number_comes_with_its_link) {
  const PageTold all =
      told("<a href=/in>In <b class=badge>5</b></a><a href=/in><i class=badge>6</i></a>");
  BOOST_REQUIRE(all.counts.size() == 1U);
  BOOST_TEST((all.counts[0] == PageCount{"https://example.org/in", 5}));
}

BOOST_AUTO_TEST_CASE(a_number_that_says_where_its_link_leads_counts_nothing) {
  BOOST_TEST(told("<a class=num href='/all?limit=20&from=0'>20</a>"
                  "<a class=page-num href=/all/page/3>3</a>")
                 .counts.empty());
  const PageTold others = told(
      "<a href='/in?limit=20'>In <b class=badge>2</b></a><a href=/x9>x <i class=badge>0</i></a>");
  BOOST_TEST(others.counts.size() == 2U);
}

// A wiki's list of how many entries to show: the 50 that it is at was taken for a count of what its
// link to 20 leads to, which fell, and a run was ended.
BOOST_AUTO_TEST_CASE(a_number_behind_the_link_of_another_number_counts_nothing) {
  BOOST_TEST(told("<p><a class=num href='/log?limit=20'> 20 </a><b class=num>50</b>"
                  "<a class=num href='/log?limit=100'><i>100</i></a> <b class=num>7</b>")
                 .counts.empty());
  const PageTold behind = told("<a href=/1>1</a><a href=/in>In 2026</a><b class=badge>5</b>");
  BOOST_REQUIRE(behind.counts.size() == 1U);
  BOOST_TEST((behind.counts[0] == PageCount{"https://example.org/in", 5}));
}

BOOST_AUTO_TEST_CASE(what_a_page_tells_is_bounded) {
  const PageTold many = told(repeated("<p class=alert>x</p>", 1'000) +
                             repeated("<a href=/a><b class=badge>1</b></a>", 10));
  BOOST_TEST(many.messages.size() == limits::kPageMessages);
  std::string links;
  for (int i = 0; i < 1'000; ++i)
    links += "<a href=/" + std::to_string(i) + "><b class=badge>1</b></a>";
  BOOST_TEST(told(links).counts.size() == limits::kPageCounts);
  BOOST_TEST(told("<p class=alert>" + repeated("x", limits::kMessageBytes + 1)).messages.empty());
  const std::string name = repeated("a", 1'000);
  const PageTold named = told("<p class='alert " + name + "'>x");
  BOOST_REQUIRE(named.messages.size() == 1U);
  BOOST_TEST(named.messages[0].names.size() == limits::kNamesBytes);
  // Within each other without end: none is read to its end, and it takes no time.
  BOOST_TEST(told(repeated("<div class=alert>text", 20'000)).messages.size() <= 1U);
  BOOST_TEST(told("<a href=/a><b class=badge>123456</b>").counts.empty());
}

BOOST_AUTO_TEST_SUITE_END()
