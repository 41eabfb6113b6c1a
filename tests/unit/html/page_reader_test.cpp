#include "html/page_reader.hpp"

#include <boost/test/unit_test.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "../long_only.hpp"
#include "tagtrail/link.hpp"
#include "tagtrail/url.hpp"

using namespace tagtrail;
using namespace tagtrail::host;

namespace {

Page read(std::string_view html, std::string_view content_type = "text/html; charset=utf-8") {
  return read_page(html, {"https://example.org/dir/page.html", content_type, false});
}

std::string repeat(std::string_view text, std::size_t times) {
  std::string out;
  out.reserve(text.size() * times);
  for (std::size_t i = 0; i < times; ++i) out.append(text);
  return out;
}

/// The one link of a page.
LinkObservation only_link(std::string_view html) {
  const Page page = read(html);
  BOOST_REQUIRE_EQUAL(page.links.size(), 1);
  return page.links.front();
}

}  // namespace

BOOST_AUTO_TEST_SUITE(page_reader)

BOOST_AUTO_TEST_CASE(everything_that_a_link_says) {
  const Page page = read(R"(<!doctype html><html lang=" eu "><head><title> Two
      words </title></head><body class="  wide   page "><h2>Data <b>files</b></h2>
      <div id=main><ul class=sets><li>Before <a href="../a.csv#top" rel=" nofollow  me ">The
      <i>table</i></a> after</ul></div></body></html>)");
  BOOST_TEST(page.title == "Two words");
  BOOST_TEST(page.language == "eu");
  BOOST_TEST(page.text == "Data files Before The table after");
  BOOST_TEST(!page.truncated);
  BOOST_REQUIRE_EQUAL(page.links.size(), 1);
  const LinkObservation& link = page.links.front();
  BOOST_TEST(link.url == "https://example.org/a.csv");
  BOOST_TEST(link.written == "../a.csv#top");
  BOOST_TEST(link.tag_path == "/html/body.wide page/div#main/ul.sets/li/a");
  BOOST_TEST(link.anchor == "The table");
  BOOST_TEST(link.heading == "Data files");
  BOOST_TEST(link.around == "Before The table after");
  BOOST_TEST(link.rel == "nofollow me");
  BOOST_TEST((link.element == LinkElement::a));
  BOOST_TEST(link.position == 0);
}

BOOST_AUTO_TEST_CASE(four_elements_hold_links) {
  const Page page = read(R"(<a href=1>x</a><map><area href=2 alt="An area"></map>
      <iframe src=3 title="A frame">text</iframe><a name=4>no</a><link href=5><img src=6>)");
  BOOST_REQUIRE_EQUAL(page.links.size(), 3);
  BOOST_TEST((page.links[0].element == LinkElement::a));
  BOOST_TEST((page.links[1].element == LinkElement::area));
  BOOST_TEST(page.links[1].anchor == "An area");
  BOOST_TEST((page.links[2].element == LinkElement::iframe));
  BOOST_TEST(page.links[2].anchor == "A frame");
  BOOST_TEST(page.links[2].position == 2);
  const LinkObservation frame = only_link("<frameset cols=1><frame src=f.html></frameset>");
  BOOST_TEST((frame.element == LinkElement::frame));
  BOOST_TEST(frame.tag_path == "/html/frameset/frame");
}

/// A start page that only sends on, and PDFs that pages show, were the end of a crawl.
BOOST_AUTO_TEST_CASE(pages_lead_on_without_links_for_readers) {
  const std::vector<std::pair<std::string, std::string>> refreshes{
      {"0; url=/a", "/a"},
      {"0;URL='b c'", "b c"},
      {" 5 , url = \"c\" x", "c"},
      {"0; /d", "/d"},
      {"0.5;url=e ", "e"},
      {"0; urls/f", "urls/f"},
      {"; url='g", "g"},
      {"0", ""},
      {"10;", ""},
      {"0 url=h", "h"},
      {"0x; url=h", ""},
      {"0; url=''", ""},
      {"0; URL\t=\ni", "i"},
  };
  for (const auto& [content, written] : refreshes) {
    BOOST_TEST_CONTEXT(content) {
      std::string escaped = content;
      for (std::size_t at = 0; (at = escaped.find('"', at)) != std::string::npos;) {
        escaped.replace(at, 1, "&quot;");
      }
      const Page page = read("<head><meta http-equiv=Refresh content=\"" + escaped + "\">");
      BOOST_REQUIRE_EQUAL(page.links.size(), written.empty() ? 0 : 1);
      if (written.empty()) continue;
      BOOST_TEST(page.links[0].written == written);
      BOOST_TEST((page.links[0].element == LinkElement::link));
      BOOST_TEST(page.links[0].tag_path == "/html/head/meta");
    }
  }
  const Page shown = read(R"(<embed src=1.pdf><object data="2.PDF?x#y"></object><embed src=3.swf>
      <object data=4 type="application/pdf; x"></object><object data=5.html></object><embed>
      <noscript><meta http-equiv=refresh content="0;url=6"></noscript><meta name=refresh content="0;url=7">)");
  BOOST_REQUIRE_EQUAL(shown.links.size(), 4);
  BOOST_TEST(shown.links[0].tag_path == "/html/body/embed");
  BOOST_TEST(shown.links[1].written == "2.PDF?x#y");
  BOOST_TEST(shown.links[2].written == "4");
  BOOST_TEST(shown.links[3].written == "5.html");
}

BOOST_AUTO_TEST_CASE(drawings_are_pages_of_their_own) {
  const std::string head = "<?xml version='1.0'?>\n<!DOCTYPE svg [<!ENTITY f 'b.csv'>]>\n";
  const auto drawn = [&](const std::string& svg) {
    return read_page(head + svg, {"https://example.org/dir/map.svg", "image/svg+xml", false}).links;
  };
  const auto links = drawn(
      "<s:svg xmlns:s='http://www.w3.org/2000/svg' xmlns:x='http://www.w3.org/1999/xlink'>"
      "<s:title>no/</s:title><s:a x:href='a.csv'><s:path/></s:a><s:a href='&f;'/></s:svg>");
  BOOST_REQUIRE_EQUAL(links.size(), 2);
  BOOST_TEST(links[0].url == "https://example.org/dir/a.csv");
  BOOST_TEST(links[1].url == "https://example.org/dir/b.csv");
  // Not well-formed, and so read as what stands in a page.
  BOOST_TEST(drawn("<svg xmlns='http://www.w3.org/2000/svg'><a href='/c'><g></a></svg>").size() ==
             1U);
  const Page shown = read(
      "<object data=1.svg></object><embed src=2 type='image/svg+xml'><img "
      "src=3.svg>");
  BOOST_REQUIRE_EQUAL(shown.links.size(), 2);
}

BOOST_AUTO_TEST_CASE(links_that_can_not_be_fetched_are_left_out) {
  const Page page = read(
      "<a href='mailto:a@b'></a><a href='javascript:x()'></a><a href='http://['>"
      "</a><a href='" +
      std::string(9000, 'x') + "'></a><a href=ok></a><a href=''>");
  BOOST_REQUIRE_EQUAL(page.links.size(), 2);
  BOOST_TEST(page.links[0].url == "https://example.org/dir/ok");
  BOOST_TEST(page.links[0].position == 0);
  BOOST_TEST(page.links[1].url == "https://example.org/dir/page.html");
}

BOOST_AUTO_TEST_CASE(the_first_base_counts_for_the_whole_document) {
  const Page page =
      read("<a href=x>1</a><base target=_top><base href=/b/><base href=/c/><a href=y>");
  BOOST_REQUIRE_EQUAL(page.links.size(), 2);
  BOOST_TEST(page.links[0].url == "https://example.org/b/x");
  BOOST_TEST(page.links[1].url == "https://example.org/b/y");
  BOOST_TEST(only_link("<base href='data:text/html,x'><base href=/c/><a href=x>").url ==
             "https://example.org/dir/x");
}

BOOST_AUTO_TEST_CASE(anchors) {
  BOOST_TEST(only_link("<a href=x title=T> <img alt=' An  image '><img alt=second></a>").anchor ==
             "An image");
  BOOST_TEST(only_link("<a href=x title=' The  title '><img></a>").anchor == "The title");
  BOOST_TEST(only_link("<a href=x>text<img alt=image></a>").anchor == "text");
  BOOST_TEST(only_link("<a href=x>a<script>b</script><style>c</style>d</a>").anchor == "ad");
  BOOST_TEST(only_link("<img alt=before><a href=x></a><img alt=after>").anchor == "");
}

BOOST_AUTO_TEST_CASE(headings_and_surroundings) {
  const Page page = read(R"(<h1>One</h1><p>in p <a href=1></a></p><table><caption>Cap</caption>
      <tr><th>Year</th><td>cell <a href=2></a></td></tr></table><dl><dt>Term<dd>def <a href=3></a>
      </dl><section>sec <h3>Three <a href=4>four</a> five</h3></section><span>out <a href=5></a>)");
  BOOST_REQUIRE_EQUAL(page.links.size(), 5);
  const std::vector<std::pair<std::string, std::string>> expected = {
      {"One", "in p"},
      {"Year", "cell"},
      {"Term", "def"},
      {"Three four five", "sec Three four five"}};
  for (std::size_t i = 0; i < expected.size(); ++i) {
    BOOST_TEST(page.links[i].heading == expected[i].first);
    BOOST_TEST(page.links[i].around == expected[i].second);
  }
  BOOST_TEST(page.links[4].around.starts_with("Onein p"));  // body, as its text content reads
}

BOOST_AUTO_TEST_CASE(shadow_roots_that_are_written_in_the_page) {
  const Page page = read(
      "<body><x-list><template shadowrootmode=open><a href=1>one</a><x-row><template "
      "shadowrootmode=Closed><p><a href=2>two</a></p></template></x-row></template></x-list>"
      "<template shadowrootmode=no><a href=3></a></template>");
  BOOST_REQUIRE(page.links.size() == 2U);
  BOOST_TEST(page.links[0].tag_path == "/html/body/x-list/a");
  BOOST_TEST(page.links[0].anchor == "one");
  BOOST_TEST(page.links[1].tag_path == "/html/body/x-list/x-row/p/a");
}

BOOST_AUTO_TEST_CASE(templates_and_noscript) {
  const Page page = read(
      "<body><template><a href=1></a></template><noscript><p>hidden<a href=2>x</a></p>"
      "</noscript>shown");
  BOOST_REQUIRE_EQUAL(page.links.size(), 1);
  BOOST_TEST(page.links[0].written == "2");
  BOOST_TEST(page.links[0].tag_path == "/html/body/noscript/p/a");
  BOOST_TEST(page.text == "shown");
}

BOOST_AUTO_TEST_CASE(foreign_elements_are_on_the_path) {
  BOOST_TEST(only_link("<svg><a></a><use xlink:href=2></use><foreignObject><div><a href=3>"
                       "</foreignObject></svg>")
                 .tag_path == "/html/body/svg/foreignobject/div/a");
}

BOOST_AUTO_TEST_CASE(unknown_elements_keep_their_names) {
  BOOST_TEST(only_link("<Data-Row CLASS=a><my.x id=' b '><a href=1>").tag_path ==
             "/html/body/data-row.a/my.x# b /a");
}

BOOST_AUTO_TEST_CASE(paths_of_siblings_do_not_mix) {
  const Page page = read(
      "<div id=a><p><a href=1></a></p></div><div id=b><a href=2></a></div>"
      "<a href=3><b></b></a><ul><li><ul><li><a href=4></a></ul><li><a href=5>");
  BOOST_REQUIRE_EQUAL(page.links.size(), 5);
  BOOST_TEST(page.links[0].tag_path == "/html/body/div#a/p/a");
  BOOST_TEST(page.links[1].tag_path == "/html/body/div#b/a");
  BOOST_TEST(page.links[2].tag_path == "/html/body/a");
  BOOST_TEST(page.links[3].tag_path == "/html/body/ul/li/ul/li/a");
  BOOST_TEST(page.links[4].tag_path == "/html/body/ul/li/a");
}

BOOST_AUTO_TEST_CASE(texts_are_cut_at_their_limits) {
  const std::string longer = repeat("\xC3\xA4", 2000);
  const Page page = read("<html lang=" + longer + "><title>" + longer + "</title><h1>" + longer +
                         "</h1><p>" + longer + "<a href='x?" + longer.substr(0, 2400) +
                         "' rel=" + longer + " class=" + longer + ">" + longer + "</a></p>");
  BOOST_REQUIRE_EQUAL(page.links.size(), 1);
  const LinkObservation& link = page.links.front();
  BOOST_TEST(page.title.size() == limits::kTitleBytes);
  BOOST_TEST(page.text.size() <= limits::kPageTextBytes);
  BOOST_TEST(link.anchor.size() == limits::kAnchorBytes);
  BOOST_TEST(link.heading.size() == limits::kHeadingBytes);
  BOOST_TEST(link.around.size() == limits::kAroundBytes);
  BOOST_TEST(link.rel.size() == limits::kRelBytes);
  BOOST_TEST(link.written.size() == limits::kWrittenBytes);
  BOOST_TEST(link.url.size() > limits::kWrittenBytes);  // identity is never cut
  BOOST_TEST(link.tag_path.size() <= limits::kPathTokenBytes + 40);
}

BOOST_AUTO_TEST_CASE(page_text_has_so_many_words) {
  const Page page = read("<head><title>no</title></head>" + repeat("<p>w</p>", 1000));
  BOOST_TEST(page.text.size() == 2 * limits::kPageTextWords - 1);
  BOOST_TEST(read("<p>one<b>word</b></p>two<br>three").text == "oneword two three");
}

BOOST_AUTO_TEST_CASE(cut_bodies_are_marked) {
  BOOST_TEST(read_page("<p>", {"https://example.org/", "", true}).truncated);
  BOOST_TEST(!read_page("<p>", {"https://example.org/", "", false}).truncated);
}

BOOST_AUTO_TEST_CASE(any_bytes_are_a_page) {
  for (const std::string& html :
       {std::string(), std::string(5, '\0'), std::string("\xFF\xFE\xFD"), std::string("<"),
        std::string("<a href=\"x"), std::string("<a href='\xC3'>\xE2\x82"),
        std::string("</html></body>"), std::string("<table><a href=x><tr><a href=y>"),
        std::string("<a href=x\0y>", 12)}) {
    for (const char* type : {"", "text/html; charset=utf-8", "text/html; charset=utf-16",
                             "text/html; charset=iso-2022-jp", "text/html; charset=gb18030"}) {
      BOOST_CHECK_NO_THROW(read(html, type));
    }
  }
}

BOOST_AUTO_TEST_SUITE_END()

BOOST_AUTO_TEST_SUITE(hostile_pages)

BOOST_AUTO_TEST_CASE(deep_trees) {
  const Page page = read(repeat("<div>", 5000) + "<a href=x>deep</a>");
  BOOST_TEST(!page.truncated);
  BOOST_REQUIRE_EQUAL(page.links.size(), 1);
  BOOST_TEST(page.links[0].anchor == "deep");
  BOOST_TEST(page.links[0].tag_path == "/html/body" + repeat("/div", limits::kPathDepth - 2));
}

BOOST_AUTO_TEST_CASE(bottomless_trees_are_cut_and_what_was_read_is_kept) {
  // Each takes six seconds with sanitizers.
  std::vector<const char*> tags{"<table><tr><td>"};
  if (is_long_run()) {
    tags.insert(tags.end(),
                {"<div>", "x<p>y<div>", "<b>", "<span x=1>", "<svg>", "<!-- --> <div> "});
  }
  for (const char* tag : tags) {
    const Page page = read("<title>T</title><a href=first></a>" + repeat(tag, 300'000));
    BOOST_TEST(page.truncated, tag);
    BOOST_TEST(page.title == "T");
    BOOST_TEST(page.links.size() == 1);
  }
}

BOOST_AUTO_TEST_CASE(a_tag_of_attributes_without_end) {
  std::string html = "<a href=x>first</a><p";
  for (int i = 0; i < 100'000; ++i) html += " a" + std::to_string(i);
  const Page page = read(html + ">");
  BOOST_TEST(page.truncated);
  BOOST_TEST(page.links.size() == 1);
}

BOOST_AUTO_TEST_CASE(misplaced_content_of_tables) {
  const Page page = read("<a href=x>first</a><table>" + repeat("<br>", 1'000'000));
  BOOST_TEST(page.truncated);
  BOOST_TEST(page.links.size() == 1);
}

// Nothing here is hostile: many children, many tables, many repairs in small parents.
BOOST_AUTO_TEST_CASE(large_pages_are_read_whole) {
  for (const char* part :
       {"text <table><tr><td>1<td>2</table>", "<p>text <br> more", "<i>a <b>b</i>c</b>",
        "<div><span>x</span> y</div>\n", "<li><a class=x id=y href=z>l</a>"}) {
    BOOST_TEST(!read(repeat(part, 40'000)).truncated, part);
  }
}

// A page of 2 MB lost its end: after misplaced content in a table the attributes of all rows added
// up as if they were those of one tag.
BOOST_AUTO_TEST_CASE(attributes_add_up_within_a_tag_only) {
  const std::string row =
      "<tr class=r id=i data-a=1><td class=c headers=h><a class=l title=t href=x>l</a>";
  for (const char* begin : {"<table>", "<table>misplaced"}) {
    const Page page = read(begin + repeat(row, 8'000));
    BOOST_TEST(!page.truncated, begin);
    BOOST_TEST(page.links.size() == 8'000U, begin);
  }
}

// A hundred thousand are read; of a million, what there is no room for is told.
BOOST_AUTO_TEST_CASE(too_many_links) {
  const Page page = read("<div>" + repeat("<a href=x></a>", 1'000'000));
  BOOST_TEST(page.links.size() > 100'000U);
  BOOST_TEST(page.links.size() < 1'000'000U);
  BOOST_TEST(page.truncated);
  const Page enough = read("<div>" + repeat("<a href=x></a>", 100'000));
  BOOST_TEST(enough.links.size() == 100'000U);
  BOOST_TEST(!enough.truncated);
}

// It was dropped in silence.
BOOST_AUTO_TEST_CASE(a_link_that_is_too_long_is_counted) {
  const std::string rest(kMaxUrlBytes, 'a');
  const Page page = read("<a href=x>first</a><a href=" + rest + "></a><a href=data:," + rest +
                         "></a><a href=y>last</a>");
  BOOST_TEST(page.links.size() == 2U);
  BOOST_TEST(page.truncated);
  BOOST_TEST(page.links_cut == 1U);
}

// 20,000 links with paths of 130 KB each would be 2.6 GB.
BOOST_AUTO_TEST_CASE(long_paths_of_many_links) {
  const std::string wide = "<div class=" + std::string(250, 'c') + ">";
  const Page page = read(repeat(wide, 600) + repeat("<a href=x></a>", 20'000));
  BOOST_TEST(page.truncated);
  std::size_t bytes = 0;
  for (const LinkObservation& link : page.links) bytes += link.tag_path.size();
  BOOST_TEST(bytes > limits::kLinkBytes / 16 * 15);
  BOOST_TEST(bytes <= limits::kLinkBytes);
}

BOOST_AUTO_TEST_SUITE_END()

BOOST_AUTO_TEST_SUITE(xml_root)

BOOST_AUTO_TEST_CASE(table) {
  using namespace std::string_view_literals;
  BOOST_TEST(xml_root_name("<rss version=\"2.0\">") == "rss");
  BOOST_TEST(xml_root_name("\xEF\xBB\xBF<?xml version=\"1.0\"?>\n<!-- <no> --><feed>") == "feed");
  BOOST_TEST(xml_root_name("<?xml?><!DOCTYPE kml SYSTEM \"x\"><kml/>") == "kml");
  BOOST_TEST(xml_root_name("<!DOCTYPE r [<!ENTITY a \"<b>\">]><r>") == "r");
  BOOST_TEST(xml_root_name("<sm:urlset xmlns:sm=\"x\">") == "urlset");
  BOOST_TEST(xml_root_name("\xFF\xFE<\0r\0d\0f\0>\0"sv) == "rdf");
  BOOST_TEST(xml_root_name("") == "");
  BOOST_TEST(xml_root_name("plain text") == "");
  BOOST_TEST(xml_root_name("<") == "");
  BOOST_TEST(xml_root_name("<cut") == "");
  BOOST_TEST(xml_root_name("<!-- never closed <a>") == "");
  BOOST_TEST(xml_root_name(std::string(2000, ' ') + "<late>") == "");
}

// Found by fuzzing.
BOOST_AUTO_TEST_CASE(what_is_written_is_valid_text) {
  const Page page = read("<a href='\xE0x'>a</a>");
  BOOST_REQUIRE_EQUAL(page.links.size(), 1);
  BOOST_TEST(page.links[0].written == "\uFFFDx");
  BOOST_TEST(page.links[0].url == "https://example.org/dir/%EF%BF%BDx");
}

BOOST_AUTO_TEST_CASE(links_to_feeds_and_sitemaps) {
  const Page page = read(R"(<head><link rel="stylesheet" href="/s.css">
    <link rel="alternate" hreflang="eu" href="/eu"><link rel="canonical" href="/c">
    <link rel=" ALTERNATE&#9;home" type="Application/RSS+xml; charset=utf-8" title="News" href="/rss">
    <link rel="alternate" type="application/atom+xml"><link rel="SiteMap" href="/map"></head>
    <body><a href="/a">a</a></body>)");
  BOOST_REQUIRE_EQUAL(page.links.size(), 3);
  const LinkObservation& feed = page.links[0];
  BOOST_TEST(feed.url == "https://example.org/rss");
  BOOST_TEST(feed.tag_path == "/html/head/link");
  BOOST_TEST(feed.anchor == "News");
  BOOST_TEST((feed.element == LinkElement::link));
  BOOST_TEST(page.links[1].url == "https://example.org/map");
  BOOST_TEST((page.links[2].element == LinkElement::a));
}

/// The same page as in tests/e2e/page_reader.test.mjs.
BOOST_AUTO_TEST_CASE(what_links_say_about_following_them) {
  const Page page = read(R"html(<a href="1" data-confirm>a</a>
    <a href="2" onclick="return confirm('x')">b</a><a href="3" data-method=" DELETE ">c</a>
    <a href="4" data-method="get" onclick="go()">d</a><a href="5" hx-post="/p" hx-confirm="?">e</a>
    <a href="6" data-hx-patch="/p">f</a><a href="7" data-turbo-method="put" @click.prevent="x">g</a>
    <a href="8" data-shipping-method="post office" data-action="open->menu">h</a>
    <a href="9" data-module="confirm-action">i</a><a href="10" hx-get="/p" hx-swap="none">j</a>
    <a href="11" data-post-url="/p">k</a><a href="12" data-post-id="4">l</a><a href="13" data-callback="go">m</a>
    <a href="14" data-title="Confirmed and confirmed cases">n</a><a href="15" data-id="confirmed">o</a>
    <a href="16" data-post="17">p</a><a href="17" data-post="table=a">q</a>)html");
  const unsigned hints[] = {1, 5, 2, 4, 3, 2, 6, 4, 1, 2, 2, 0, 4, 0, 0, 0, 2};
  BOOST_REQUIRE(page.links.size() == std::size(hints));
  for (std::size_t i = 0; i < std::size(hints); ++i) {
    BOOST_TEST(page.links[i].hints == hints[i], i);
  }
}

/// The same page as in tests/e2e/page_reader.test.mjs.
BOOST_AUTO_TEST_CASE(what_signs_say_about_following_links) {
  const Page page =
      read(R"html(<i class="fa fa-trash"></i><a href="1"><i class="fa fa-trash"></i></a>
    <a href="2"><span class="fa fa-download"></span> Sil</a><a href="3" aria-label="Delete">x</a>
    <a href="4" title="Supprimer">x</a><a href="5"><img alt="Delete entry" src="i.png"></a>
    <a href="6"><svg class="i"><use href="#icon-trash"></use></svg></a>
    <a href="7" class="fa-trash" onclick="go()">x</a><a href="8">x</a><i title="Delete"></i>)html");
  BOOST_REQUIRE(page.links.size() == 8);
  const unsigned hints[] = {8, 0, 8, 8, 8, 8, 12, 0};
  for (std::size_t i = 0; i < 8; ++i) BOOST_TEST(page.links[i].hints == hints[i], i);
}

BOOST_AUTO_TEST_CASE(xhtml_that_is_sent_as_xml) {
  const auto urls = [](std::string_view xml, std::string_view type = "application/xhtml+xml") {
    std::string all;
    for (const LinkObservation& link : read_page(xml, {"https://e.org/", type, false}).links) {
      all += link.tag_path + " " + link.url + "\n";
    }
    return all;
  };
  const std::string space = " xmlns=\"http://www.w3.org/1999/xhtml\"";
  const auto page = [&](const std::string& head, const std::string& body) {
    return "<?xml version=\"1.0\"?><html" + space + "><head>" + head + "</head><body>" + body +
           "</body></html>";
  };
  const std::string link = "<a href=\"/a\">a</a>";
  const std::string seen = "/html/body/a https://e.org/a\n";
  // Elements that HTML would read on in to their end tag.
  for (const char* head : {"<title/>", "<style/>", "<script src=\"x.js\"/>", "<noscript/>"}) {
    BOOST_TEST(urls(page(head, link)) == seen, head);
  }
  for (const char* before : {"<textarea name=\"q\"/>", "<div/>", "<xmp/>", "<br/>", "<select/>",
                             "<script>if (1 &lt; 2) { x = \"&lt;/script&gt;\" }</script>",
                             "<script><![CDATA[ x = \"</script>\" ]]></script>",
                             "<noembed>"
                             "<a href=\"/no\">no</a></noembed>",
                             "&nbsp;&eacute;", "<b xmlns=\"urn:x\"><a href=\"/no\">no</a></b>"}) {
    BOOST_TEST(urls(page("", before + link)) == seen, before);
  }
  BOOST_TEST(urls("<h:html xmlns:h=\"http://www.w3.org/1999/xhtml\"><h:body><h:a "
                  "href=\"/a\"/></h:body></h:html>") == seen);
  BOOST_TEST(urls(page("<title/>", link), "text/xml; charset=utf-8") == seen);
  // Sent as HTML it is HTML, and what is no XML is read as well as it can be.
  BOOST_TEST(urls(page("<title/>", link), "text/html").empty());
  BOOST_TEST(urls("<html" + space + "><body><p>" + link) == "/html/body/p/a https://e.org/a\n");
}

BOOST_AUTO_TEST_CASE(xhtml_that_declares_entities) {
  const auto page = [](const std::string& declared, const std::string& body) {
    const std::string xml = "<?xml version=\"1.0\"?>\n<!DOCTYPE html PUBLIC \"-//X\" \"x.dtd\" [" +
                            declared + "]>\n<html xmlns=\"http://www.w3.org/1999/xhtml\"><body>" +
                            body + "</body></html>";
    std::string urls;
    const ReadOptions options{"https://e.org/", "application/xhtml+xml", false};
    for (const LinkObservation& link : read_page(xml, options).links) urls += link.url + "\n";
    return urls;
  };
  const std::string link = "<a href=\"/a\">a</a>";
  const std::string seen = "https://e.org/a\n";
  // It is read by the rules of XML all the same: HTML would read on in a <select>.
  BOOST_TEST(page("<!ENTITY f \"x\">", "<select/>&f;&nbsp;" + link) == seen);
  BOOST_TEST(page("<!ENTITY f \"b.csv\"> <!ENTITY g \"d/&f;\">", "<a href=\"/&g;\">t</a>") ==
             "https://e.org/d/b.csv\n");
  BOOST_TEST(page("<!ENTITY l '<a href=\"/a\">a</a>'>", "&l;") == seen);
  BOOST_TEST(page("<!ENTITY f SYSTEM \"file:///etc/hostname\">", "&f;" + link) == seen);
  // What would grow without end is read as HTML, which knows no entities of its own.
  const std::string thousand(1000, 'x');
  std::string bomb = "<!ENTITY e0 \"" + thousand + "\">";
  for (int n = 1; n < 9; ++n) {
    std::string ten;
    for (int i = 0; i < 10; ++i) ten += "&e" + std::to_string(n - 1) + ";";
    bomb += "<!ENTITY e" + std::to_string(n) + " \"" + ten + "\">";
  }
  BOOST_TEST(page(bomb, "&e8;" + link) == seen);
  BOOST_TEST(page(bomb, "<b title=\"&e8;\">b</b>" + link) == seen);
  BOOST_TEST(page(bomb, "<iframe>&e8;</iframe>" + link) == seen);
  const std::string large(300'000, ' ');
  BOOST_TEST(page("<!ENTITY f \"x\">", "<select/>" + large + link).empty());
}

BOOST_AUTO_TEST_CASE(documents_within_frames) {
  const Page page = read(
      "<base href=/sub/><a href=1>1</a><iframe srcdoc=\"<p>The <a href='2.csv'>second</a>"
      "<iframe srcdoc='&lt;a href=no&gt;'></iframe>\"></iframe><a href=3>3</a>");
  BOOST_REQUIRE_EQUAL(page.links.size(), 3);
  BOOST_TEST(page.links[1].url == "https://example.org/sub/2.csv");
  BOOST_TEST(page.links[1].tag_path == "/html/body/iframe/html/body/p/a");
  BOOST_TEST(page.links[1].anchor == "second");
  BOOST_TEST(page.links[2].url == "https://example.org/sub/3");
  for (std::uint32_t i = 0; i < 3; ++i) BOOST_TEST(page.links[i].position == i);
}

BOOST_AUTO_TEST_CASE(no_more_of_a_body_than_its_limit_is_read) {
  PageLimits most;
  most.body = 200;
  const std::string html = "<a href=first>x</a>" + std::string(200, ' ') + "<a href=last>x</a>";
  const Page page = read_page(html, {"https://example.org/", "text/html", false, most});
  BOOST_TEST(page.truncated);
  BOOST_REQUIRE_EQUAL(page.links.size(), 1U);
  BOOST_TEST(page.links[0].url == "https://example.org/first");
}

BOOST_AUTO_TEST_CASE(pages_within_less_memory) {
  const PageLimits usual = PageLimits::within(std::uint64_t{1} << 40U);
  BOOST_TEST(usual.body == limits::kPageBytes);
  BOOST_TEST(usual.links == limits::kLinkBytes);
  const PageLimits small = PageLimits::within(7ULL << 20U);
  BOOST_TEST(small.tree == 5U << 20U);
  BOOST_TEST(small.links == 2U << 20U);
  BOOST_TEST(small.body == 2U << 20U);
  std::string html;
  for (int i = 0; i < 30'000; ++i) html += "<a href=/" + std::to_string(i) + ">x</a>";
  const Page whole = read_page(html, {"https://example.org/", "text/html"});
  BOOST_TEST(!whole.truncated);
  const Page cut = read_page(html, {"https://example.org/", "text/html", false, small});
  BOOST_TEST(cut.truncated);
  BOOST_TEST(cut.links.size() < whole.links.size() / 2);
  BOOST_TEST(cut.links.size() > 1000U);
}

BOOST_AUTO_TEST_CASE(pages_that_break_off_within_a_tag) {
  for (const char* html : {"<p>a<a href=\"/tab", "<p>a</", "<p>a <b"}) {
    BOOST_TEST(read(html).truncated, html);
  }
  for (const char* html :
       {"<p>a", "<p>a</p>", "<p>3 < 4", "<script>if (a<b) c()</script>", "a <"}) {
    BOOST_TEST(!read(html).truncated, html);
  }
}

BOOST_AUTO_TEST_SUITE_END()
