// The worked examples of W3C "RDFa Core 1.1" and "RDFa Lite 1.1", and cases of the RDFa test suite
// for HTML5, in short.
#include <boost/test/unit_test.hpp>

#include "said.hpp"

using namespace tagtrail;
using namespace tagtrail::host;

namespace {

constexpr Example kExamples[] = {
    {"a plain page", "<link rel=stylesheet href=a.css><a rel='next nofollow' href=b>b</a>", ""},
    {"0001 predicate by @property", "<p>This is <span property=dc:title>A title</span>.</p>",
     "<> dc:title \"A title\""},
    {"0006 @rel and @rev",
     "<p>This photo was taken by <a about=photo1.jpg property=dc:title content=Portrait "
     "rel=dc:creator rev=foaf:img href=http://www.blogger.com/mark>Mark</a>.</p>",
     R"(<photo1.jpg> dc:creator <http://www.blogger.com/mark>
        <http://www.blogger.com/mark> foaf:img <photo1.jpg>
        <photo1.jpg> dc:title "Portrait")"},
    {"0008 empty string @about is the page",
     "<p about='' rel=cc:attributionURL resource=http://creativecommons.org/licenses/>x</p>",
     "<> cc:attributionURL <http://creativecommons.org/licenses/>"},
    {"0009 @rev", "<p><a about=ivan rev=foaf:made href=http://a.example/>x</a></p>",
     "<http://a.example/> foaf:made <ivan>"},
    {"0013 @xml:lang plays no part here", "<p lang=fr about=a property=dc:title>t</p>",
     "<a> dc:title \"t\""},
    {"0014 @datatype makes text of a link",
     "<a about=http://e.org/foo property=dc:extent datatype=xsd:integer content=10 "
     "href=http://e.org/x>a decade</a>",
     "<http://e.org/foo> dc:extent \"10\""},
    {"0017 blank nodes by name",
     "<p about='[_:a]'><span property=foaf:name>Manu</span> <a rel=foaf:knows "
     "href='#x' resource='[_:b]'>b</a></p><p about=_:b property=foaf:name>Ralph</p>",
     R"(_:b0 foaf:name "Manu"
        _:b0 foaf:knows _:b1
        _:b1 foaf:name "Ralph")"},
    {"0020 inheriting the subject from @href and @src",
     "<div><img src=photo1.jpg property=x:none><span rel=cc:license href=l></span></div>",
     R"(<> <x:none> <photo1.jpg>
        <> cc:license <l>)"},
    {"0021 an element without markup in between",
     "<div about=a><em><span><b property=dc:title>t</b></span></em></div>", "<a> dc:title \"t\""},
    {"0023 @id is no subject", "<div id=x><b property=dc:title>t</b></div>", "<> dc:title \"t\""},
    {"0025 resource and href: the first counts",
     "<p><a rel=dc:creator resource='#b' href='#c'>x</a></p>", "<> dc:creator <#b>"},
    {"0029 markup in text is left out", "<p about=a property=dc:title>E = mc<sup>2</sup></p>",
     "<a> dc:title \"E = mc2\""},
    {"0031 chaining: what is inside @href",
     "<div about=a rel=dc:creator href=b><span property=foaf:name>N</span></div>",
     R"(<a> dc:creator <b>
        <b> foaf:name "N")"},
    {"0048 @typeof with @about",
     "<div about='[_:x]' typeof=foaf:Person><b property=foaf:name>J</b></div>",
     R"(_:b0 rdf:type foaf:Person
        _:b0 foaf:name "J")"},
    {"0049 @typeof alone makes a node", "<div typeof=foaf:Person><b property=foaf:name>J</b></div>",
     R"(_:b0 rdf:type foaf:Person
        _:b0 foaf:name "J")"},
    {"0051 two types", "<div about=a typeof='foaf:Person foaf:Agent'></div>",
     R"(<a> rdf:type foaf:Person
        <a> rdf:type foaf:Agent)"},
    {"0055 @rel, @href and @typeof",
     "<div about=a><a rel=foaf:knows href=b typeof=foaf:Person>x</a></div>",
     R"(<b> rdf:type foaf:Person
        <a> foaf:knows <b>)"},
    {"0059 several @rel words", "<a rel='dc:creator foaf:maker' href=b>x</a>",
     R"(<> dc:creator <b>
        <> foaf:maker <b>)"},
    {"0063 hanging @rel without what it leads to", "<div rel=foaf:knows><p>text</p></div>", ""},
    {"0067 relative to base", "<base href=/b/><div property=dc:title>t</div>",
     "<https://example.org/b/> dc:title \"t\""},
    {"0069 hanging @rel", "<div about=a rel=foaf:knows><p about=b></p><a href=c>c</a></div>",
     R"(<a> foaf:knows <b>
        <a> foaf:knows <c>)"},
    {"0084 hanging @rev", "<div about=a rev=foaf:knows><p about=b></p></div>",
     "<b> foaf:knows <a>"},
    {"hanging @rel that speaks of one node is one statement",
     "<div about=a rel=foaf:knows><b property=foaf:name>N</b><b property=foaf:nick>n</b></div>",
     R"(<a> foaf:knows _:b0
        _:b0 foaf:name "N"
        _:b0 foaf:nick "n")"},
    {"hanging @rel of rooms and floors",
     "<div about=a><div rel=dc:hasPart><div typeof=dc:Text><b property=dc:title>1</b></div>"
     "<div typeof=dc:Text><b property=dc:title>2</b></div></div></div>",
     R"(<a> dc:hasPart _:b1
        <a> dc:hasPart _:b2
        _:b1 rdf:type dc:Text
        _:b2 rdf:type dc:Text
        _:b1 dc:title "1"
        _:b2 dc:title "2")"},
    {"0106 words of @rel that are no terms", "<a rel=unknown href=x>x</a>", ""},
    {"0115 XML entities", "<p property=dc:title>a &amp; &#x3c;b</p>", "<> dc:title \"a & <b\""},
    {"0121 @resource that is an empty safe CURIE is not there",
     "<p about=a><a rel=dc:creator resource='[]' href=h>x</a></p>", "<a> dc:creator <h>"},
    {"0140 blank nodes are no predicates", "<p about=a property=_:p>x</p>", ""},
    {"0172 a predicate that is an IRI", "<p about=a property=http://e.org/p>x</p>",
     "<a> <http://e.org/p> \"x\""},
    {"0174 a predicate of the colon alone is of XHTML", "<a rel=:next href=x>x</a>", ""},
    {"0176 an IRI as type, prefix and word in @about",
     "<p about=dc:title typeof=http://e.org/T>x</p>", "dc:title rdf:type <http://e.org/T>"},
    {"0178 @prefix", "<p prefix='a: http://a.org/ b: http://b.org/v#' about=x property=b:p>t</p>",
     "<x> <http://b.org/v#p> \"t\""},
    {"0180 the inner @prefix counts, inside",
     "<p prefix='dc: http://other.org/'><b prefix='DC: http://third.org/' property=dc:a>1</b>"
     "<b property=dc:a>2</b></p><b property=dc:a>3</b>",
     R"(<> <http://third.org/a> "1"
        <> <http://other.org/a> "2"
        <> dc:a "3")"},
    {"prefixes by xmlns", "<p xmlns:ex=http://e.org/ property=ex:a>1</p>",
     "<> <http://e.org/a> \"1\""},
    {"odd prefixes",
     "<p prefix='_: http://u.org/ : http://c.org/ x http://n.org/ \xC3\xA9: http://e.org/ y:' "
     "property='_:a x:a \xC3\xA9:a y:a'>1</p>",
     R"(<> <http://e.org/a> "1"
        <> <x:a> "1"
        <> <y:a> "1")"},
    {"0184 terms of the vocabulary",
     "<div vocab=http://schema.org/><b property=name>1</b><p vocab=''><b property=name>2</b></p>"
     "</div>",
     "<> schema:name \"1\""},
    {"0188 a relative IRI as predicate is none", "<p property=a/b.html>x</p>", ""},
    {"0193 words with a slash are terms", "<p vocab=http://e.org/ property=a/b>x</p>",
     "<> <http://e.org/a/b> \"x\""},
    {"0218 @inlist: each element", "<p about=a property=dc:contributor inlist>x</p>",
     "<a> dc:contributor \"x\""},
    {"0219 two in a list",
     "<div about=a><b property=dc:x inlist>1</b><b property=dc:x inlist>2</b>"
     "<a rel=dc:y inlist href=h>3</a></div>",
     R"(<a> dc:x "1"
        <a> dc:x "2"
        <a> dc:y <h>)"},
    {"0224 hanging @inlist", "<div about=a rel=dc:x inlist><a href=1>1</a><a href=2>2</a></div>",
     R"(<a> dc:x <1>
        <a> dc:x <2>)"},
    {"0225 an empty list", "<div about=a rel=dc:x inlist></div>", "<a> dc:x rdf:nil"},
    {"0228 @property with @resource, @href, @src",
     "<div about=a><b property=dc:x resource=1>x</b><a property=dc:x href=2>y</a>"
     "<img property=dc:x src=3></div>",
     R"(<a> dc:x <1>
        <a> dc:x <2>
        <a> dc:x <3>)"},
    {"0231 @property does not set the subject of what is inside",
     "<p about=a><a property=dc:x href=h><b property=dc:y>t</b></a></p>",
     R"(<a> dc:x <h>
        <a> dc:y "t")"},
    {"0232 @property and @typeof nest",
     "<div vocab=http://schema.org/ typeof=Person><div property=address typeof=PostalAddress>"
     "<b property=addressLocality>Paris</b></div></div>",
     R"(_:b0 rdf:type schema:Person
        _:b1 rdf:type schema:PostalAddress
        _:b0 schema:address _:b1
        _:b1 schema:addressLocality "Paris")"},
    {"0233 @property, @typeof and @href",
     "<a property=foaf:knows typeof=foaf:Person href=h><b property=foaf:name>N</b></a>",
     R"(<h> rdf:type foaf:Person
        <> foaf:knows <h>
        <h> foaf:name "N")"},
    {"0246 @about, @typeof and @property: the text counts",
     "<p about=a typeof=foaf:Person property=foaf:name>N</p>",
     R"(<a> rdf:type foaf:Person
        <a> foaf:name "N")"},
    {"0259 @content and @href: the content counts", "<a property=dc:x content=c href=h>t</a>",
     "<h> dc:x \"c\""},
    {"0283 @datetime", "<time property=dc:date datetime=2012-03-18>today</time>",
     "<> dc:date \"2012-03-18\""},
    {"0287 the text of time", "<time property=dc:date>2012-03-18</time>",
     "<> dc:date \"2012-03-18\""},
    {"0290 @content before @datetime", "<time property=dc:d content=c datetime=d>t</time>",
     "<> dc:d \"c\""},
    {"0303 HTML's own @rel does not count beside @property",
     "<a rel=nofollow property=dc:x href=h>t</a>", "<> dc:x <h>"},
    {"0311 but CURIEs do", "<a rel='nofollow dc:y' property=dc:x href=h>t</a>",
     R"(<> dc:y <h>
        <> dc:x "t")"},
    {"0317 @datatype without value is text", "<a property=dc:x datatype='' href=h>t</a>",
     "<h> dc:x \"t\""},
    {"head and body are what html is",
     "<html about=a><head><title property=dc:title>T</title></head><body typeof=foaf:Document>"
     "<b property=dc:x>t</b></body></html>",
     R"(<a> dc:title "T"
        <a> rdf:type foaf:Document
        <a> dc:x "t")"},
    {"rel=license is of the XHTML vocabulary", "<a rel=license href=l>l</a>", ""},
    {"RDFa Lite: a manifest",
     "<p vocab=http://schema.org/ resource=#manu typeof=Person>My name is "
     "<span property=name>Manu Sporny</span> and you can call "
     "<span property=telephone>1-800-555-0199</span>.<img property=image src=manu.png></p>",
     R"(<#manu> rdf:type schema:Person
        <#manu> schema:name "Manu Sporny"
        <#manu> schema:telephone "1-800-555-0199"
        <#manu> schema:image <manu.png>)"},
    {"Open Graph",
     "<head><meta property=og:title content='The Rock'><meta property='og:type' "
     "content=video.movie><meta property=og:image content=http://e.org/rock.jpg>"
     "<meta name=description content=no><meta property=fb:app_id content=1></head>",
     R"(<> og:title "The Rock"
        <> og:type "video.movie"
        <> og:image "http://e.org/rock.jpg"
        <> <fb:app_id> "1")"},
    {"a data set in DCAT",
     "<div typeof=dcat:Dataset about=#d><h1 property=dc:title>D</h1><div rel=dcat:distribution>"
     "<p typeof=dcat:Distribution><a rel=dcat:downloadURL href=d.csv>CSV</a></p></div></div>",
     R"(<#d> rdf:type dcat:Dataset
        <#d> dc:title "D"
        <#d> dcat:distribution _:b1
        _:b1 rdf:type dcat:Distribution
        _:b1 dcat:downloadURL <d.csv>)"},
    {"described by", "<link rel=DescribedBy href=d>",
     "<> <http://www.w3.org/2007/05/powder-s#describedby> <d>"},
    {"what says nothing itself completes what is around",
     "<div about=a rel=foaf:knows><ul><li><a href=b>b</a></ul></div><p><i about=c></i></p>",
     "<a> foaf:knows <b>"},
    {"attributes of other namespaces are not RDFa's",
     "<svg><a rel=dc:creator xlink:href=x><title property=dc:title>t</title></a></svg>",
     R"(<> dc:creator _:b0
        _:b0 dc:title "t")"},
    {"what is unclosed is closed by the parser", "<p property=dc:a>1<p property=dc:b>2",
     R"(<> dc:a "1"
        <> dc:b "2")"},
    {"styles and icons are noise",
     "<link vocab=http://schema.org/ rel='stylesheet shortcut icon alternate' href=h>",
     "<> schema:alternate <h>"},
};

std::uint32_t count(const std::string& html) { return count_by_syntax(statements_of(html)).rdfa; }

}  // namespace

BOOST_AUTO_TEST_SUITE(rdfa)

BOOST_AUTO_TEST_CASE(examples) {
  for (const Example& example : kExamples) {
    BOOST_TEST_CONTEXT(example.name) {
      BOOST_TEST(said(example.html, Syntax::rdfa) == lines(example.said));
    }
  }
}

BOOST_AUTO_TEST_CASE(deep_nesting_is_read_as_far_as_the_parser_went) {
  BOOST_TEST(count(repeat("<i rel=foaf:knows>", 100'000)) > 1'000U);
  BOOST_TEST(count(repeat("<i rel=foaf:knows typeof=foaf:Person prefix='a: http://a.org/'>",
                          100'000)) > 1'000U);
}

// Each of many relations with each of many others would be billions.
BOOST_AUTO_TEST_CASE(relations_and_those_who_complete_them_do_not_multiply) {
  const std::string html =
      "<div rel='" + repeat("dc:a ", 50'000) + "'>" + repeat("<a href=x></a>", 50'000) + "</div>";
  BOOST_TEST(count(html) == kStatements);
  const std::string noise = "<div rel='" + repeat("dc:icon ", 50'000) + "'>" +
                            repeat("<a href=x></a>", 50'000) + "</div>";
  BOOST_TEST(count(noise) == 0U);
}

// Longer than names of resources may be, but there must be something to speak of.
BOOST_AUTO_TEST_CASE(a_long_base_is_what_the_page_speaks_of) {
  const std::string base = "https://example.org/" + std::string(5'000, 'x');
  const auto all = statements_of("<base href=" + base + "><p property=dc:title rel=dc:x>t</p>" +
                                 "<p about=short property=dc:title>t</p>");
  BOOST_REQUIRE_EQUAL(all.size(), 2U);
  BOOST_TEST(all[0].subject == base);
}

BOOST_AUTO_TEST_CASE(prefixes_without_end) {
  std::string prefixes;
  for (int i = 0; i < 100'000; ++i) prefixes += "p" + std::to_string(i) + ": http://e.org/ ";
  BOOST_TEST(count("<div prefix='" + prefixes + "'><b property=p99999:a>1</b></div>") == 1U);
  const std::string long_one = "<p prefix='a: http://" + std::string(100'000, 'x') + "'>";
  BOOST_TEST(count(long_one + "<b property=a:b>1</b>") == 1U);
}

BOOST_AUTO_TEST_SUITE_END()
