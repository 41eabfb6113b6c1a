#include "feeds/link_source.hpp"

#include <boost/test/unit_test.hpp>
#include <string>

#include "../long_only.hpp"
#include "read_source.hpp"
#include "system/codecs/deflate.hpp"
#include "system/codecs/inflate.hpp"
#include "tagtrail/link.hpp"

using namespace tagtrail;
using namespace tagtrail::host;

namespace {

constexpr std::string_view kSitemap = R"(<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"
        xmlns:image="http://www.google.com/schemas/sitemap-image/1.1">
  <url><loc> /a.html </loc><lastmod>2020-01-01</lastmod>
    <image:image><image:loc>https://example.org/i.png</image:loc></image:image></url>
  <url><loc>https://example.org/b?x=1&amp;y=2</loc></url>
  <url><loc>mailto:no@example.org</loc></url>
</urlset>)";

}  // namespace

BOOST_AUTO_TEST_SUITE(link_source)

BOOST_AUTO_TEST_CASE(a_sitemap_lists_pages) {
  const LinkSource source = must_read(kSitemap);
  BOOST_TEST(source.xml_root == "urlset");
  BOOST_TEST(!source.page.truncated);
  BOOST_TEST(places_of(source.page) ==
             "/urlset/url/loc https://example.org/a.html\n"
             "/urlset/url/loc https://example.org/b?x=1&y=2\n");
  const LinkObservation& first = source.page.links.front();
  BOOST_TEST(first.written == "/a.html");
  BOOST_TEST((first.element == LinkElement::link));
  BOOST_TEST(source.page.links[1].position == 1U);
}

BOOST_AUTO_TEST_CASE(a_sitemap_says_when_what_it_lists_changed) {
  const LinkSource source = must_read(R"(<urlset>
  <url><lastmod>2026-09-25T12:00:00Z</lastmod><loc>/first</loc></url>
  <url><loc>/prices.csv</loc><lastmod> 2026-09-25T12:00:05Z
  </lastmod></url>
  <url><loc>/silent.csv</loc></url>
  <url><loc>/odd.csv</loc><lastmod>last week</lastmod></url></urlset>)");
  const auto& links = source.page.links;
  BOOST_REQUIRE(links.size() == 4U);
  BOOST_TEST((links[0].changed == TimeSpan{1'790'337'600, 1'790'337'601}));
  BOOST_TEST((links[1].changed == TimeSpan{1'790'337'605, 1'790'337'606}));
  BOOST_TEST(!links[2].changed.is_told());
  BOOST_TEST(!links[3].changed.is_told());
  // Of a file it is a fact about it, as written.
  BOOST_REQUIRE(source.datasets.size() == 1U);
  BOOST_TEST(source.datasets[0].modified == "2026-09-25T12:00:05Z");
  BOOST_TEST(source.datasets[0].files ==
             std::vector<std::string>{"https://example.org/prices.csv"});
}

BOOST_AUTO_TEST_CASE(an_index_says_when_its_sitemaps_changed) {
  const LinkSource source = must_read(
      "<sitemapindex><sitemap><loc>/a.xml</loc><lastmod>2026-09-25T12:00:00Z</lastmod></sitemap>"
      "<sitemap><loc>/b.xml</loc></sitemap></sitemapindex>");
  BOOST_REQUIRE(source.page.links.size() == 2U);
  BOOST_TEST(source.page.links[0].changed.from == 1'790'337'600U);
  BOOST_TEST(!source.page.links[1].changed.is_told());
}

BOOST_AUTO_TEST_CASE(an_index_lists_sitemaps_whatever_its_prefixes) {
  const LinkSource source = must_read(
      "\xEF\xBB\xBF<s:sitemapindex xmlns:s='urn:x'><s:sitemap><s:loc>one.xml.gz</s:loc></s:sitemap>"
      "<unbound:sitemap><loc>two.xml</loc></unbound:sitemap></s:sitemapindex>",
      "text/plain");
  BOOST_TEST(places_of(source.page) ==
             "/sitemapindex/sitemap/loc https://example.org/maps/one.xml.gz\n"
             "/sitemapindex/sitemap/loc https://example.org/maps/two.xml\n");
}

BOOST_AUTO_TEST_CASE(rss_gives_pages_and_enclosures_with_their_titles) {
  const LinkSource source = must_read(R"(<!DOCTYPE rss PUBLIC "-//N//DTD RSS 0.91//EN" "http://n/r">
<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom"><channel>
<title>The&nbsp;Office</title><link>https://example.org/</link><language>eu</language>
<atom:link href="/feed" rel="self"/><atom:link href="/feed?page=2" rel="next"/>
<item><link><![CDATA[/births?a=1&b=2]]></link><enclosure url="/b.csv" length="1" type="text/csv"/>
<title> Births
 by month </title></item>
<item><title>Untitled links keep nothing</title><link>/deaths</link></item>
</channel></rss>)",
                                      "application/rss+xml", "https://example.org/feed");
  const Page& page = source.page;
  BOOST_TEST(places_of(page) ==
             "/rss/channel/link.next https://example.org/feed?page=2\n"
             "/rss/channel/item/link https://example.org/births?a=1&b=2\n"
             "/rss/channel/item/enclosure https://example.org/b.csv\n"
             "/rss/channel/item/link https://example.org/deaths\n");
  BOOST_TEST(page.title == "TheOffice");
  BOOST_TEST(page.language == "eu");
  BOOST_TEST(page.links[0].anchor == "");
  BOOST_TEST(page.links[1].anchor == "Births by month");
  BOOST_TEST(page.links[2].anchor == "Births by month");
  BOOST_TEST(page.links[2].rel == "enclosure");
  BOOST_TEST(page.links[3].anchor == "Untitled links keep nothing");
  BOOST_TEST(page.links[3].heading == "TheOffice");
  BOOST_TEST(!page.truncated);
}

// Links below an xml:base were asked for beside the feed, and not found.
BOOST_AUTO_TEST_CASE(links_of_a_feed_are_relative_to_its_base) {
  const LinkSource source = must_read(R"(<feed xmlns="http://www.w3.org/2005/Atom" xml:base="/f/">
    <entry xml:base="g/"><link href="a.csv"/></entry>
    <entry><link href="b.csv"/><link rel="enclosure" href="https://example.org/c.csv"/></entry>
    <entry xml:base="mailto:x"><link href="d.csv"/></entry></feed>)",
                                      "application/atom+xml", "https://example.org/feed");
  BOOST_TEST(places_of(source.page) ==
             "/feed/entry/link https://example.org/f/g/a.csv\n"
             "/feed/entry/link https://example.org/f/b.csv\n"
             "/feed/entry/link.enclosure https://example.org/c.csv\n"
             "/feed/entry/link https://example.org/f/d.csv\n");
}

BOOST_AUTO_TEST_CASE(atom_tells_its_relations_apart) {
  const LinkSource source = must_read(R"(<feed xmlns="http://www.w3.org/2005/Atom">
<title>Releases</title><link rel="self" href="/feed"/><link rel="next" href="/feed/2"/>
<entry><title>One</title><link href="/1"/><link rel="enclosure" href="/1.zip"/>
<link rel="edit" href="/1/edit"/><link rel=" Related " href="/r"/></entry></feed>)",
                                      "application/atom+xml", "https://example.org/feed");
  BOOST_TEST(places_of(source.page) ==
             "/feed/link.next https://example.org/feed/2\n"
             "/feed/entry/link https://example.org/1\n"
             "/feed/entry/link.enclosure https://example.org/1.zip\n"
             "/feed/entry/link.related https://example.org/r\n");
}

BOOST_AUTO_TEST_CASE(rdf_is_a_feed_only_when_it_is_rss) {
  constexpr std::string_view kItem = "<item><title>T</title><link>/i</link></item></rdf:RDF>";
  const std::string feed =
      "<rdf:RDF xmlns:rdf='http://www.w3.org/1999/02/22-rdf-syntax-ns#' "
      "xmlns='http://purl.org/rss/1.0/'>" +
      std::string(kItem);
  BOOST_TEST(places_of(must_read(feed).page) == "/rdf/item/link https://example.org/i\n");
  const std::string data =
      "<rdf:RDF xmlns:rdf='http://www.w3.org/1999/02/22-rdf-syntax-ns#'>" + std::string(kItem);
  BOOST_TEST(!read(data, "application/rdf+xml").has_value());
}

BOOST_AUTO_TEST_CASE(other_documents_are_not_taken) {
  for (const std::string_view body :
       {"", "<", "plain text", "<data><url><loc>/a</loc></url></data>", "{\"urlset\":1}",
        "<html><body><a href='/x'>x</a></body></html>", "\x1F\x8B", "\x1F\x8Bgarbage",
        "<!-- <urlset> --><table/>"}) {
    BOOST_TEST(!read(body).has_value(), body);
  }
  BOOST_TEST(!read(gzip("a,b\n1,2\n"), "application/gzip").has_value());
}

// Found by fuzzing.
BOOST_AUTO_TEST_CASE(what_a_robots_txt_has_written_is_valid_text) {
  const LinkSource source =
      must_read("Sitemap: \xFA", "text/plain", "https://example.org/robots.txt");
  BOOST_REQUIRE_EQUAL(source.page.links.size(), 1);
  BOOST_TEST(source.page.links[0].written == "\uFFFD");
}

BOOST_AUTO_TEST_CASE(robots_txt_names_sitemaps) {
  constexpr std::string_view kRobots =
      "User-agent: *\nDisallow: /x\n# Sitemap: /no\nsitemap:   https://example.org/s1.xml # yes\r\n"
      "Sitemap: /s2.xml\n";
  const LinkSource source = must_read(kRobots, "text/plain", "https://example.org/robots.txt");
  BOOST_TEST(source.xml_root == "");
  BOOST_TEST(places_of(source.page) ==
             "/robots.txt/sitemap https://example.org/s1.xml\n"
             "/robots.txt/sitemap https://example.org/s2.xml\n");
  BOOST_TEST(!read(kRobots, "text/plain", "https://example.org/data/robots.txt").has_value());
  BOOST_TEST(!read(kRobots, "text/html", "https://example.org/robots.txt").has_value());
}

// The document ended there, "read only in part".
BOOST_AUTO_TEST_CASE(lone_ampersands_are_themselves) {
  const LinkSource source = must_read(
      "<urlset><url><loc>/a?x=1&y=2&amp;z=3&w</loc></url><url><loc><![CDATA[/b?x=1&y=2]]></loc>"
      "</url><url><loc>/c?&#120;=1&</loc></url></urlset>");
  BOOST_TEST(!source.page.truncated);
  BOOST_REQUIRE(source.page.links.size() == 3U);
  BOOST_TEST(source.page.links[0].url == "https://example.org/a?x=1&y=2&z=3&w");
  BOOST_TEST(source.page.links[1].url == "https://example.org/b?x=1&y=2");
  BOOST_TEST(source.page.links[2].url == "https://example.org/c?x=1&");
}

BOOST_AUTO_TEST_CASE(packed_sitemaps_are_unpacked) {
  const std::string packed = gzip(kSitemap);
  for (const std::string_view mime : {"application/gzip", "application/xml", ""}) {
    const LinkSource source = must_read(packed, mime);
    BOOST_TEST(source.xml_root == "urlset");
    BOOST_TEST(source.page.links.size() == 2U);
  }
  const LinkSource cut = must_read(packed.substr(0, packed.size() - 12));
  BOOST_TEST(cut.page.truncated);
}

BOOST_AUTO_TEST_CASE(bombs_of_gzip_stay_small) {
  const std::string bomb =
      gzip("<urlset>" + times(" ", 32U << 20U) + "<url><loc>/after</loc></url></urlset>");
  BOOST_TEST(bomb.size() < (64U << 10U));
  const LinkSource source = must_read(bomb, "application/gzip");
  BOOST_TEST(source.page.truncated);
  BOOST_TEST(source.page.links.empty());
  const Unpacked part = inflate_all(bomb, Container::gzip, 1000);
  BOOST_TEST(part.cut);
  BOOST_TEST(part.bytes.size() == 1000U);
}

BOOST_AUTO_TEST_CASE(entities_are_neither_multiplied_nor_loaded) {
  std::string laughs = "<!DOCTYPE urlset [<!ENTITY l0 'ha'>";
  for (int i = 1; i < 10; ++i) {
    const std::string before = "&l" + std::to_string(i - 1) + ";";
    laughs += "<!ENTITY l" + std::to_string(i) + " '" + times(before, 10) + "'>";
  }
  laughs += "]><urlset><url><loc>/&l9;</loc></url></urlset>";
  const LinkSource source = must_read(laughs);
  BOOST_TEST(source.page.truncated);
  BOOST_TEST(source.page.links.empty());
  const LinkSource outside = must_read(
      "<!DOCTYPE urlset [<!ENTITY e SYSTEM 'file:///etc/passwd'>]>"
      "<urlset><url><loc>/a&e;b</loc></url></urlset>");
  BOOST_TEST(places_of(outside.page) == "/urlset/url/loc https://example.org/ab\n");
}

BOOST_AUTO_TEST_CASE(what_comes_before_a_mistake_is_read) {
  const LinkSource source = must_read("\n <urlset><url><loc>/a</loc></url><url><loc>/b<c=1</loc>");
  BOOST_TEST(places_of(source.page) == "/urlset/url/loc https://example.org/a\n");
  BOOST_TEST(source.page.truncated);
}

BOOST_AUTO_TEST_CASE(links_are_limited, *long_only()) {
  const LinkSource many = must_read(
      "<urlset>" + times("<url><loc>/a</loc></url>", limits::kLinksPerPage + 1) + "</urlset>");
  BOOST_TEST(many.page.links.size() == limits::kLinksPerPage);
  BOOST_TEST(many.page.truncated);
}

BOOST_AUTO_TEST_CASE(depth_and_text_are_limited) {
  const LinkSource deep =
      must_read("<urlset><url><loc>/a</loc></url>" + times("<x>", 100'000) + "</urlset>");
  BOOST_TEST(deep.page.links.size() == 1U);
  BOOST_TEST(deep.page.truncated);
  const LinkSource wide =
      must_read("<urlset><url><loc>/" + times("a", 9000) + "</loc></url><url><loc>/" +
                times("b", 3000) + "</loc></url></urlset>");
  BOOST_REQUIRE(wide.page.links.size() == 1U);
  BOOST_TEST(wide.page.links[0].written.size() == limits::kWrittenBytes);
  const LinkSource titled =
      must_read("<rss><channel><title>" + times("T", 5000) + "</title><item><title>" +
                times("\xC3\xA9", 400) + "</title><link>/a</link></item></channel></rss>");
  BOOST_TEST(titled.page.title.size() == limits::kTitleBytes);
  BOOST_TEST(titled.page.links[0].anchor.size() == limits::kAnchorBytes);
  BOOST_TEST(titled.page.links[0].heading.size() == limits::kHeadingBytes);
}

BOOST_AUTO_TEST_CASE(encodings_are_those_that_the_document_declares) {
  const LinkSource latin = must_read(
      "<?xml version='1.0' encoding='ISO-8859-15'?><rss><channel><item><title>caf\xE9</title>"
      "<link>/a</link></item></channel></rss>");
  BOOST_TEST(latin.page.links[0].anchor == "caf\xC3\xA9");
  const LinkSource broken =
      must_read("<rss><channel><item><title>\xFF</title><link>/a</link></item></channel></rss>");
  BOOST_TEST(broken.page.links.size() == 1U);
}

/// developers.google.com, Localized versions of pages: sitemaps.
BOOST_AUTO_TEST_CASE(a_sitemap_names_pages_in_other_languages) {
  const std::string xml =
      "<urlset xmlns:x=\"http://www.w3.org/1999/xhtml\"><url><loc>https://h/en</loc>"
      "<x:link rel=\"alternate\" hreflang=\"fr\" href=\"https://h/fr\"/></url></urlset>";
  BOOST_TEST(places_of(must_read(xml, "text/xml", "https://h/s.xml").page) ==
             "/urlset/url/loc https://h/en\n/urlset/url/link https://h/fr\n");
}

BOOST_AUTO_TEST_CASE(json_is_told_by_its_name_where_the_type_says_nothing) {
  constexpr std::string_view kJson = R"({"dataset": [{"url": "https://h/a.csv"}]})";
  for (const std::string_view mime : {"text/plain", "application/octet-stream", "text/html", ""}) {
    SourceFacts facts{"https://h/data.json", mime, "", false, true};
    const auto source = read_link_source(kJson, facts);
    BOOST_REQUIRE(source.has_value());
    BOOST_TEST(source->mime == "application/json");
    BOOST_TEST(source->page.links.size() == 1U);
    // Without a name by its first member; a list of texts may be anything.
    facts.url = "https://h/data";
    BOOST_TEST(read_link_source(kJson, facts).has_value());
    const auto is_json = [&](std::string_view text) {
      const auto read = read_link_source(text, facts);
      return read && read->page.links.at(0).tag_path.starts_with("/json");
    };
    BOOST_TEST(!is_json("[\"https://h/a.csv\"]"));
    facts.url = "https://h/data.txt";
    BOOST_TEST(!is_json(kJson));
  }
}

BOOST_AUTO_TEST_CASE(an_empty_list_is_the_last_page_of_a_catalogue_alone) {
  SourceFacts facts{"https://h/v2/articles?page=3", "application/json", "", false, true};
  BOOST_TEST(!read_link_source(" [\n]\n", facts).has_value());
  facts.asked_kind = kind_asked("/catalogue/figshare/next");
  const auto source = read_link_source(" [\n]\n", facts);
  BOOST_REQUIRE(source.has_value());
  BOOST_TEST(source->page.catalogue.kind == "figshare");
  BOOST_TEST(kind_asked("/catalogue/ckan") == "ckan");
  BOOST_TEST(kind_asked("/json/next") == "");
}

BOOST_AUTO_TEST_CASE(addresses_of_files_may_have_blanks_and_braces) {
  constexpr std::string_view kJson = R"({"resources": [
    {"url": " https://h/with space.csv\n"}, {"url": "https://h/{braces}.csv"},
    {"url": "https://h/items/{id}"}, {"url": "see https://h/ for more"}]})";
  const auto source =
      read_link_source(kJson, {"https://h/api", "application/json", "", false, true});
  BOOST_REQUIRE(source.has_value());
  std::string urls;
  for (const LinkObservation& link : source->page.links) urls += link.url + "\n";
  BOOST_TEST(urls == "https://h/with%20space.csv\nhttps://h/%7Bbraces%7D.csv\n");
}

/// Subversion's own form (subversion/mod_dav_svn, SVNIndexXSLT; its DTD is in
/// tools/xslt/svnindex.xsl) and others that a stylesheet shows as lists.
BOOST_AUTO_TEST_CASE(xml_that_a_stylesheet_shows_as_a_list) {
  constexpr std::string_view kSvn = R"(<?xml version="1.0"?>
<?xml-stylesheet type="text/xsl" href="/svnindex.xsl"?>
<!DOCTYPE svn [ <!ELEMENT svn (index)> <!ATTLIST svn version CDATA #REQUIRED> ]>
<svn version="1.14.2" href="http://subversion.apache.org/">
  <index rev="7" path="/data" base="repo"><updir href="../"/>
    <dir name="old" href="old/"/><file name="a b.csv" href="a%20b.csv"/></index>
</svn>)";
  const LinkSource svn = must_read(kSvn, "text/xml", "https://example.org/svn/data/");
  BOOST_TEST(svn.xml_root == "svn");
  BOOST_TEST(!svn.page.truncated);
  BOOST_TEST(places_of(svn.page) ==
             "/svn http://subversion.apache.org/\n"
             "/svn/index/updir https://example.org/svn/\n"
             "/svn/index/dir https://example.org/svn/data/old/\n"
             "/svn/index/file https://example.org/svn/data/a%20b.csv\n");
  const std::string style = "<?xml-stylesheet href='l.xsl' type='text/xsl'?>";
  const auto listed = [&](const std::string& xml) {
    const auto source = read(style + xml, "application/xml", "https://example.org/l/");
    return source ? places_of(source->page) : "none";
  };
  // As nginx writes directories in XML (autoindex_format).
  BOOST_TEST(
      listed("<list><directory mtime=\"x\">old/</directory><file size=\"1\">t.csv</file></list>") ==
      "/list/directory https://example.org/l/old/\n/list/file https://example.org/l/t.csv\n");
  BOOST_TEST(
      listed("<a><l url=\"x?id=1\"/><l xmlns:k=\"u\" k:href=\"y\"/><l>https://e.org/z</l></a>") ==
      "/a/l https://example.org/l/x?id=1\n/a/l https://example.org/l/y\n/a/l https://e.org/z\n");
  // A document with a link here and there is a file, and so is one without a stylesheet.
  BOOST_TEST(listed("<r><v>1</v><v>2</v><v>3</v><v href=\"x\"/></r>") == "none");
  BOOST_TEST(listed("<r><v>3.14</v><v>J. Smith</v><v>a/b</v></r>") == "none");
  BOOST_TEST(!read("<l><f href=\"a.csv\"/></l>"));
  BOOST_TEST(!read("<?xml-stylesheet href='l.css' type='text/css'?><l><f href=\"a.csv\"/></l>"));
  const auto cut = read(style + "<l><f href=\"a.csv\"/><f hr", "text/xml");
  BOOST_REQUIRE(cut.has_value());
  BOOST_TEST(cut->page.truncated);
}

/// RFC 4287, 4.1.3 (`content`); the module content of RSS 1.0; Media RSS 1.5; OPDS 1.2; INSPIRE
/// Download Services (`section`).
BOOST_AUTO_TEST_CASE(feeds_name_files_in_more_than_links) {
  const auto of = [](const std::string& xml) { return places_of(must_read(xml).page); };
  const auto atom = [&](const std::string& entry) {
    return of("<feed xmlns=\"http://www.w3.org/2005/Atom\"><entry>" + entry + "</entry></feed>");
  };
  const auto rss = [&](const std::string& item) {
    return of("<rss version=\"2.0\"><channel><item>" + item + "</item></channel></rss>");
  };
  const std::string csv = " https://example.org/t.csv\n";
  BOOST_TEST(atom("<content src=\"/t.csv\" type=\"text/csv\"/>") == "/feed/entry/content" + csv);
  BOOST_TEST(atom("<content type=\"html\">&lt;a href=\"/t.csv\"&gt;x&lt;/a&gt; &lt;a "
                  "href=\"/about\"&gt;y&lt;/a&gt;</content>") == "/feed/entry/content" + csv);
  BOOST_TEST(atom("<content type=\"xhtml\"><div><a href=\"/t.csv\">x</a><a href=\"/p\">y</a></div>"
                  "</content>") == "/feed/entry/content/div/a" + csv);
  BOOST_TEST(atom("<link rel=\"section\" type=\"text/csv\" href=\"/t.csv\"/>") ==
             "/feed/entry/link.section" + csv);
  BOOST_TEST(atom("<link rel=\"http://opds-spec.org/acquisition/open-access\" href=\"/t.csv\"/>")
                 .ends_with(csv));
  BOOST_TEST(rss("<description>&lt;p&gt;&lt;a href='/t.csv'&gt;x&lt;/a&gt;</description>") ==
             "/rss/channel/item/description" + csv);
  BOOST_TEST(rss("<content:encoded xmlns:content='u'><![CDATA[<a href='/t.csv'>x</a><img "
                 "src='/p.png'>]]></content:encoded>") == "/rss/channel/item/encoded" + csv);
  BOOST_TEST(rss("<media:content xmlns:media='u' url='/t.csv'/>") ==
             "/rss/channel/item/content" + csv);
  BOOST_TEST(rss("<description>3 &lt; 4, see /t.csv</description>").empty());
}

BOOST_AUTO_TEST_SUITE_END()
