// The worked examples of the HTML standard and of W3C "Microdata to RDF", and the cases of its test
// suite, in short.
#include <boost/test/unit_test.hpp>

#include "said.hpp"

using namespace tagtrail;
using namespace tagtrail::host;

namespace {

constexpr Example kExamples[] = {
    {"no item", "<p itemprop=name>x", ""},
    {"an item without properties", "<div itemscope></div>", "<> md:item _:b0"},
    {"untyped properties are named after the page",
     "<div itemscope><p>My name is <span itemprop=name>Elizabeth</span>.</p></div>",
     R"(<> md:item _:b0
        _:b0 <#name> "Elizabeth")"},
    {"several properties, one of them twice",
     "<div itemscope><p itemprop=flavor>Lemon</p><p itemprop=flavor>Apricot</p></div>",
     R"(<> md:item _:b0
        _:b0 <#flavor> "Lemon"
        _:b0 <#flavor> "Apricot")"},
    {"an element with two names",
     "<div itemscope><span itemprop=\"favorite-color favorite-fruit\">orange</span></div>",
     R"(<> md:item _:b0
        _:b0 <#favorite-color> "orange"
        _:b0 <#favorite-fruit> "orange")"},
    {"the vocabulary is the type without its last segment",
     "<div itemscope itemtype=http://xmlns.com/foaf/0.1/Person><b itemprop=name>A</b></div>",
     R"(<> md:item _:b0
        _:b0 rdf:type foaf:Person
        _:b0 foaf:name "A")"},
    {"a type with a fragment",
     "<div itemscope itemtype=http://example.com/v#Cat><b itemprop=name>A</b></div>",
     R"(<> md:item _:b0
        _:b0 rdf:type <http://example.com/v#Cat>
        _:b0 <http://example.com/v#name> "A")"},
    {"extensions of schema.org keep its names",
     "<div itemscope itemtype=http://schema.org/Person/Engineer><b itemprop=name>A</b></div>",
     R"(<> md:item _:b0
        _:b0 rdf:type schema:Person/Engineer
        _:b0 schema:name "A")"},
    {"the names of hcard are behind a #",
     "<div itemscope itemtype=http://microformats.org/profile/hcard><b itemprop=fn>A</b></div>",
     R"(<> md:item _:b0
        _:b0 rdf:type mf:hcard
        _:b0 mf:hcard#fn "A")"},
    {"several types: the first names the properties",
     "<div itemscope itemtype='http://schema.org/Book http://example.com/v#Tome'>"
     "<b itemprop=name>A</b></div>",
     R"(<> md:item _:b0
        _:b0 rdf:type schema:Book
        _:b0 rdf:type <http://example.com/v#Tome>
        _:b0 schema:name "A")"},
    {"types that are no URL do not count",
     "<div itemscope itemtype='Person'><b itemprop=name>A</b></div>",
     R"(<> md:item _:b0
        _:b0 <#name> "A")"},
    {"names that are URLs stay as they are",
     "<div itemscope itemtype=http://schema.org/Cat>"
     "<b itemprop=http://xmlns.com/foaf/0.1/nick>A</b></div>",
     R"(<> md:item _:b0
        _:b0 rdf:type schema:Cat
        _:b0 foaf:nick "A")"},
    {"names of bad characters are escaped", "<div itemscope><b itemprop='a\"b^c'>A</b></div>",
     R"(<> md:item _:b0
        _:b0 <#a%22b%5Ec> "A")"},
    {"itemid names the item",
     "<dl itemscope itemtype=http://vocab.example.net/book itemid=urn:isbn:0-330-34032-8>"
     "<dd itemprop=title>The Reality Dysfunction</dl>",
     R"(<> md:item <urn:isbn:0-330-34032-8>
        <urn:isbn:0-330-34032-8> rdf:type <http://vocab.example.net/book>
        <urn:isbn:0-330-34032-8> <http://vocab.example.net/title> "The Reality Dysfunction")"},
    {"itemid is relative to the base",
     "<base href=/dir/sub/><div itemscope itemid=#me><b itemprop=n>A</b></div>",
     R"(<> md:item <sub/#me>
        <sub/#me> <#n> "A")"},
    {"a nested item",
     "<div itemscope><p>Name: <span itemprop=name>Amanda</span></p><p>Band: "
     "<span itemprop=band itemscope><span itemprop=name>Jazz Band</span> "
     "(<span itemprop=size>12</span> players)</span></p></div>",
     R"(<> md:item _:b0
        _:b0 <#name> "Amanda"
        _:b0 <#band> _:b1
        _:b1 <#name> "Jazz Band"
        _:b1 <#size> "12")"},
    {"a nested item without a type has its parent's vocabulary",
     "<div itemscope itemtype=http://schema.org/Person><b itemprop=address itemscope>"
     "<i itemprop=street>S</i></b></div>",
     R"(<> md:item _:b0
        _:b0 rdf:type schema:Person
        _:b0 schema:address _:b1
        _:b1 schema:street "S")"},
    {"an item within an item, but no property of it",
     "<div itemscope><b itemprop=a>1</b><div itemscope><b itemprop=b>2</b></div></div>",
     R"(<> md:item _:b0
        _:b0 <#a> "1"
        <> md:item _:b1
        _:b1 <#b> "2")"},
    {"a nested item that nothing leads to says nothing",
     "<div itemprop=lost itemscope><b itemprop=name>x</b></div>", ""},
    {"itemref pulls in what is elsewhere",
     "<div itemscope id=amanda itemref='a b'></div><p id=a>Name: <span itemprop=name>Amanda"
     "</span></p><div id=b itemprop=band itemscope itemref=c></div><div id=c><p>Band: "
     "<span itemprop=name>Jazz Band</span></p><p>Size: <span itemprop=size>12</span></p></div>",
     R"(<> md:item _:b0
        _:b0 <#name> "Amanda"
        _:b0 <#band> _:b1
        _:b1 <#name> "Jazz Band"
        _:b1 <#size> "12")"},
    {"itemref to itself, to what is inside, twice, to nothing",
     "<div itemscope id=x itemref='x y y none'><b id=y itemprop=a>1</b></div>",
     R"(<> md:item _:b0
        _:b0 <#a> "1")"},
    {"two items share what itemref names",
     "<div itemscope itemref=l></div><div itemscope itemref=l></div>"
     "<a id=l itemprop=license href=l.html>L</a>",
     R"(<> md:item _:b0
        _:b0 <#license> <l.html>
        <> md:item _:b1
        _:b1 <#license> <l.html>)"},
    {"a loop of items ends",
     "<div itemscope><div itemprop=a itemscope id=one itemref=two></div></div>"
     "<div itemprop=b itemscope id=two itemref=one></div>",
     R"(<> md:item _:b0
        _:b0 <#a> _:b1
        _:b1 <#b> _:b2
        _:b2 <#a> _:b1)"},
    {"itemprop-reverse turns the statement round",
     "<div itemscope itemtype=http://schema.org/Person itemid=#me><b itemprop=name>W</b>"
     "<a itemprop-reverse=creator href=/s>S</a><b itemprop-reverse=x>text</b></div>",
     R"(<> md:item <#me>
        <#me> rdf:type schema:Person
        <#me> schema:name "W"
        <https://example.org/s> schema:creator <#me>)"},
    {"itemprop and itemprop-reverse on one item",
     "<div itemscope><div itemprop=a itemprop-reverse=b itemscope itemid=#i></div></div>",
     R"(<> md:item _:b0
        _:b0 <#a> <#i>
        <#i> <#b> _:b0)"},
    {"additionalType is a type, too",
     "<div itemscope itemtype=http://schema.org/Product>"
     "<link itemprop=additionalType href=http://www.productontology.org/id/Car></div>",
     R"(<> md:item _:b0
        _:b0 rdf:type schema:Product
        _:b0 schema:additionalType <http://www.productontology.org/id/Car>
        _:b0 rdf:type <http://www.productontology.org/id/Car>)"},
    {"elements whose value is a URL",
     "<div itemscope><a itemprop=p href=1>x</a><area itemprop=p href=2><audio itemprop=p src=3>"
     "</audio><embed itemprop=p src=4><iframe itemprop=p src=5></iframe><img itemprop=p src=6>"
     "<link itemprop=p href=7><object itemprop=p data=8></object><video itemprop=p src=9><source "
     "itemprop=p src=10><track itemprop=p src=11></video></div>",
     R"(<> md:item _:b0
        _:b0 <#p> <1>
        _:b0 <#p> <2>
        _:b0 <#p> <3>
        _:b0 <#p> <4>
        _:b0 <#p> <5>
        _:b0 <#p> <6>
        _:b0 <#p> <7>
        _:b0 <#p> <8>
        _:b0 <#p> <9>
        _:b0 <#p> <10>
        _:b0 <#p> <11>)"},
    {"elements whose value is in an attribute",
     "<div itemscope><meta itemprop=p content=1><data itemprop=p value=2>two</data><meter "
     "itemprop=p value=3>three</meter><time itemprop=p datetime=2009-05-10>May 10th 2009</time>"
     "<time itemprop=p>2010</time><span itemprop=p content=12.00>12 euros</span></div>",
     R"(<> md:item _:b0
        _:b0 <#p> "1"
        _:b0 <#p> "2"
        _:b0 <#p> "3"
        _:b0 <#p> "2009-05-10"
        _:b0 <#p> "2010"
        _:b0 <#p> "12.00")"},
    {"a link to nowhere is text",
     "<div itemscope><a itemprop=p>x</a><a itemprop=p href='http://['>y</a></div>",
     R"(<> md:item _:b0
        _:b0 <#p> ""
        _:b0 <#p> <http://[>)"},
    {"text is all text inside", "<div itemscope><p itemprop=p>a <b>b<i> c</i></b> d</p></div>",
     R"(<> md:item _:b0
        _:b0 <#p> "a b c d")"},
    {"a name of nothing but space is no name",
     "<div itemscope><p itemprop=' '>a</p><p itemprop>b</p></div>", "<> md:item _:b0"},
    {"what is unclosed is closed by the parser",
     "<div itemscope itemtype=http://schema.org/Event><p itemprop=name>A<p itemprop=place "
     "itemscope><b itemprop=x>1",
     R"(<> md:item _:b0
        _:b0 rdf:type schema:Event
        _:b0 schema:name "A"
        _:b0 schema:place _:b1
        _:b1 schema:x "1")"},
    {"what is in a template is not on the page",
     "<template><div itemscope><b itemprop=a>1</b></div></template>", ""},
    {"names of icons and styles are noise",
     "<div itemscope><img itemprop=favicon src=i><b itemprop=CSS-name>1</b></div>",
     "<> md:item _:b0"},
};

std::uint32_t count(const std::string& html) {
  return count_by_syntax(statements_of(html)).microdata;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(microdata)

BOOST_AUTO_TEST_CASE(examples) {
  for (const Example& example : kExamples) {
    BOOST_TEST_CONTEXT(example.name) {
      BOOST_TEST(said(example.html, Syntax::microdata) == lines(example.said));
    }
  }
}

BOOST_AUTO_TEST_CASE(statements_of_a_page_are_limited) {
  const std::string html =
      "<div itemscope>" + repeat("<b itemprop=a>1</b>", kStatements + 10) + "</div>";
  BOOST_TEST(count(html) == kStatements);
}

BOOST_AUTO_TEST_CASE(long_text_is_cut_at_a_character) {
  const auto all =
      statements_of("<div itemscope><p itemprop=p>" + repeat("\xC3\xA9", kLiteralBytes) + "</p>");
  BOOST_REQUIRE_EQUAL(all.size(), 2U);
  BOOST_TEST(all[1].object.size() == kLiteralBytes);
  BOOST_TEST(all[1].object == repeat("\xC3\xA9", kLiteralBytes / 2));
}

BOOST_AUTO_TEST_CASE(all_strings_of_a_page_are_limited) {
  const std::string html = "<div itemscope><p itemprop='" + repeat("a b c d e f g h ", 1000) +
                           "'>" + std::string(3 * kLiteralBytes, 'x');
  std::size_t bytes = 0;
  for (const Statement& statement : statements_of(html)) {
    bytes += statement.subject.size() + statement.predicate.size() + statement.object.size();
  }
  BOOST_TEST(bytes <= kStatementBytes);
  BOOST_TEST(bytes > kStatementBytes / 2);
}

BOOST_AUTO_TEST_CASE(deep_nesting_is_read_as_far_as_the_parser_went) {
  const std::string html = repeat("<i itemscope itemprop=a>", 100'000);
  BOOST_TEST(count("<div itemscope>" + html) > 1'000U);
  BOOST_TEST(count(repeat("<div itemscope itemprop=a>", 2'000)) == 0U);
}

// Thousands of items that all refer to all of the page, which refers to them again.
BOOST_AUTO_TEST_CASE(mutual_references_end) {
  std::string html;
  for (int i = 0; i < 5'000; ++i) {
    html += "<i itemscope id=i" + std::to_string(i) + " itemref='all i" +
            std::to_string((i * 7) % 5'000) + "'></i>";
  }
  html = "<div id=all>" + html + repeat("<b></b>", 5'000) + "</div>";
  BOOST_TEST(count(html) == 5'000U);
}

BOOST_AUTO_TEST_SUITE_END()
