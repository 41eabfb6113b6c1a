#include "feeds/typed_links.hpp"

#include <boost/test/unit_test.hpp>
#include <string>

#include "feeds/described_links.hpp"
#include "feeds/link_source.hpp"
#include "html/html_tree.hpp"
#include "read_source.hpp"
#include "tagtrail/text.hpp"

using namespace tagtrail;
using namespace tagtrail::host;

BOOST_AUTO_TEST_SUITE(typed_links)

BOOST_AUTO_TEST_CASE(of_a_header_field_have_their_relation_as_place) {
  Page page;
  add_header_links(page,
                   R"(</f/1.csv>; rel="item"; type="text/csv"; title="A, \"B\"", )"
                   R"(<https://h.example/l>;rel=license , <?page=2>; rel="prev next")",
                   "https://h.example/d/1");
  BOOST_TEST(places_of(page) ==
             "/header/link.item https://h.example/f/1.csv\n"
             "/header/link.next https://h.example/d/1?page=2\n");
  BOOST_TEST(page.links.at(0).anchor == "A, \"B\"");
  BOOST_TEST(page.links.at(0).around == "text/csv");
}

BOOST_AUTO_TEST_CASE(a_field_refresh_sends_on_as_its_element_does) {
  Page page;
  for (const std::string_view field : {"3; url=/d/a.csv", "0;URL='b.csv'", "5", "", "x; url=/no"}) {
    add_refresh_link(page, field, "https://h.example/get/");
  }
  BOOST_TEST(places_of(page) ==
             "/header/refresh https://h.example/d/a.csv\n"
             "/header/refresh https://h.example/get/b.csv\n");
}

BOOST_AUTO_TEST_CASE(below_the_interface_of_wordpress_are_left) {
  Page page;
  add_header_links(page,
                   R"(<https://h.example/wp-json/>; rel="https://api.w.org/", )"
                   R"(<https://h.example/wp-json/wp/v2/posts/5>; rel="alternate"; title="JSON", )"
                   R"(<https://h.example/data.json>; rel="alternate")",
                   "https://h.example/d/1");
  BOOST_TEST(places_of(page) == "/header/link.alternate https://h.example/data.json\n");
}

BOOST_AUTO_TEST_CASE(of_elements_are_read_but_for_such) {
  const HtmlTree tree(
      R"(<head><link rel="alternate" type="application/json" href="/data.json">
         <link rel="stylesheet" href="/s.css">
         <link rel="search" type="application/opensearchdescription+xml" href="/os.xml">
         <link rel="search" type="text/html" href="/search">
         <link rel="alternate" type="application/json" href="/wp-json/wp/v2/posts/5">
         <link rel="https://api.w.org/" href="/wp-json/">
         <link rel="enclosure" type="application/pdf" href="/a.pdf"><link rel="Chapter" href="/1">
         <link rel="preload" as="fetch" href="/p.json"><link rel="preload" href="/p.js"></head>)");
  Page page;
  add_element_links(page, tree.document(), "https://h.example/d/1");
  BOOST_TEST(places_of(page) ==
             "/header/element.alternate https://h.example/data.json\n"
             "/header/element.search https://h.example/os.xml\n"
             "/header/element.enclosure https://h.example/a.pdf\n"
             "/header/element.chapter https://h.example/1\n"
             "/header/element.preload https://h.example/p.json\n");
}

/// RFC 9264, 4.1 and 4.2: figures 1 and 2 of its examples with what signposting adds.
BOOST_AUTO_TEST_CASE(of_sets_of_links_are_those_that_lead_to_data) {
  constexpr std::string_view kSet = "https://h.example/set";
  const auto text = read_link_source(
      "<https://author.example/0000>\r\n   ; rel=\"author\"\n   ; "
      "anchor=\"https://h.example/page/7507\",\n"
      "<f/1.csv>; rel=\"item\"; type=\"text/csv\"; anchor=\"https://h.example/page/7507\",\n"
      "<https://h.example/meta>\n;rel=describedby;anchor=\"https://h.example/page/7507\"\n",
      {kSet, "application/linkset", "", false, true});
  BOOST_REQUIRE(text.has_value());
  BOOST_TEST(places_of(text->page) ==
             "/linkset/link.item https://h.example/f/1.csv\n"
             "/linkset/link.describedby https://h.example/meta\n");
  const auto json = read_link_source(
      R"({"linkset": [{"anchor": "https://h.example/page/7507",
          "author": [{"href": "https://author.example/0000"}],
          "item": [{"href": "https://h.example/f/1.csv", "type": "text/csv"}, {"href": "/f/2"}],
          "https://h.example/own": [{"href": "https://h.example/own/1"}],
          "next": [{"href": "?page=2"}]}]})",
      {kSet, "application/linkset+json", "", false, true});
  BOOST_REQUIRE(json.has_value());
  BOOST_TEST(json->page.catalogue.kind == "linkset");
  BOOST_TEST(places_of(json->page) ==
             "/json/linkset/item/href https://h.example/f/1.csv\n"
             "/json/linkset/item/href https://h.example/f/2\n"
             "/json/linkset/next/href https://h.example/set?page=2\n");
  BOOST_TEST(json->page.links.at(0).around == "text/csv");
  const Page many = read_linkset(times("<a>; rel=item,\n", 150'000), kSet);
  BOOST_TEST(many.links.size() == kSourceLinks);
  BOOST_TEST(many.truncated);
}

BOOST_AUTO_TEST_CASE(bad_fields_end_where_they_are_bad) {
  for (const std::string_view bad :
       {"", "<", "<>", "x", "<a>; rel", "<a>; rel=\"item", ";;;", "<a", "<a>;;;rel=\"", ",,,"}) {
    Page page;
    add_header_links(page, bad, "https://h.example/");
    BOOST_TEST(page.links.size() <= 1U, bad);
  }
  Page invalid;
  add_header_links(invalid, "<a\x94>; rel=item", "https://h.example/");
  BOOST_TEST(invalid.links.at(0).written == "a\xEF\xBF\xBD");
  Page many;
  add_header_links(many, times("<a>; rel=item,", 5'000), "https://h.example/");
  BOOST_TEST(many.links.size() == kTypedLinks);
}

BOOST_AUTO_TEST_SUITE_END()
