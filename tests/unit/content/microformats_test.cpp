// The worked examples of microformats.org, and cases of its test suite, in short.
#include <boost/test/unit_test.hpp>

#include "said.hpp"

using namespace tagtrail;
using namespace tagtrail::host;

namespace {

constexpr Example kExamples[] = {
    {"classes of style", "<div class='h-full p-4 adrift'><b class='p-name fn'>x</b></div>", ""},
    {"hcard",
     "<div class=vcard><a class='url fn' href=http://tantek.com/>Tantek</a>"
     "<div class=org>Technorati</div><img class=photo src=t.png alt=T></div>",
     R"(_:b0 rdf:type mf:hcard
        _:b0 mf:hcard#url <http://tantek.com/>
        _:b0 mf:hcard#fn "Tantek"
        _:b0 mf:hcard#org "Technorati"
        _:b0 mf:hcard#photo <t.png>)"},
    {"what is empty is not said", "<div class=vcard><b class=fn> </b></div>",
     "_:b0 rdf:type mf:hcard"},
    {"adr in hcard",
     "<div class=vcard><div class=adr><b class=locality>San Diego</b>, <b class=region>CA</b>"
     "</div><b class=tel>1</b></div>",
     R"(_:b0 rdf:type mf:hcard
        _:b0 mf:hcard#adr _:b1
        _:b1 rdf:type mf:adr
        _:b1 mf:adr#locality "San Diego"
        _:b1 mf:adr#region "CA"
        _:b0 mf:hcard#tel "1")"},
    {"geo is three",
     "<div class=geo>GEO: <b class=latitude>37.386013</b>, <b "
     "class=longitude>-122.082932</b></div>",
     R"(_:b0 rdf:type mf:geo
        _:b0 mf:geo#latitude "37.386013"
        _:b0 mf:geo#longitude "-122.082932")"},
    {"geo in short", "<abbr class=geo title='37.77;-122.41'>N 37 W 122</abbr>",
     R"(_:b0 rdf:type mf:geo
        _:b0 mf:geo#latitude "37.77"
        _:b0 mf:geo#longitude "-122.41")"},
    {"hcalendar",
     "<div class=vevent><a class=url href=http://www.web2con.com/>x</a><b class=summary>Web 2.0"
     "</b>: <abbr class=dtstart title=2007-10-05>October 5</abbr>- <time class=dtend "
     "datetime=2007-10-20>19</time>, at <b class='location vcard'><i class=fn>Argent</i></b></div>",
     R"(_:b0 rdf:type mf:hcalendar
        _:b0 mf:hcalendar#url <http://www.web2con.com/>
        _:b0 mf:hcalendar#summary "Web 2.0"
        _:b0 mf:hcalendar#dtstart "2007-10-05"
        _:b0 mf:hcalendar#dtend "2007-10-20"
        _:b0 mf:hcalendar#location _:b1
        _:b1 rdf:type mf:hcard
        _:b1 mf:hcard#fn "Argent")"},
    {"the value that is for machines",
     "<div class=vevent><b class=dtstart><i class=value-title title=2009-06-27> </i>June</b></div>",
     R"(_:b0 rdf:type mf:hcalendar
        _:b0 mf:hcalendar#dtstart "2009-06-27")"},
    {"hreview",
     "<div class=hreview><b class=item><i class=fn>Crepes</i></b><b class=rating>5</b>"
     "<b class='reviewer vcard'><i class=fn>Tantek</i></b></div>",
     R"(_:b0 rdf:type mf:hreview
        _:b0 mf:hreview#item "Crepes"
        _:b0 mf:hreview#fn "Crepes"
        _:b0 mf:hreview#rating "5"
        _:b0 mf:hreview#reviewer _:b1
        _:b1 rdf:type mf:hcard
        _:b1 mf:hcard#fn "Tantek")"},
    {"hreview-aggregate",
     "<div class=hreview-aggregate><b class=fn>Pizza</b><b class=average>4</b><b class=count>9</b>",
     R"(_:b0 rdf:type mf:hreview-aggregate
        _:b0 mf:hreview-aggregate#fn "Pizza"
        _:b0 mf:hreview-aggregate#average "4"
        _:b0 mf:hreview-aggregate#count "9")"},
    {"hrecipe, hlisting, hresume, species",
     "<div class=hrecipe><b class=ingredient>Flour</b></div>"
     "<div class=hlisting><b class=price>3</b></div><div class=hresume><b class=skill>C</b></div>"
     "<div class=biota><b class=binomial>Felis catus</b></div>",
     R"(_:b0 rdf:type mf:hrecipe
        _:b0 mf:hrecipe#ingredient "Flour"
        _:b1 rdf:type mf:hlisting
        _:b1 mf:hlisting#price "3"
        _:b2 rdf:type mf:hresume
        _:b2 mf:hresume#skill "C"
        _:b3 rdf:type mf:species
        _:b3 mf:species#binomial "Felis catus")"},
    {"XFN: a friend", "<a rel='friend met nofollow' href=http://jane.example/>Jane</a>",
     R"(_:b0 rdf:type foaf:Person
        _:b0 <http://vocab.sindice.com/xfn#mePage> <http://jane.example/>
        _:b1 rdf:type foaf:Person
        _:b1 <http://vocab.sindice.com/xfn#mePage> <>
        _:b1 <http://vocab.sindice.com/xfn#friend> _:b0
        _:b1 <http://vocab.sindice.com/xfn#met> _:b0
        <> <http://vocab.sindice.com/xfn#friend-hyperlink> <http://jane.example/>
        <> <http://vocab.sindice.com/xfn#met-hyperlink> <http://jane.example/>)"},
    {"XFN: oneself, which nobody knows",
     "<a rel=ME href=me.html>x</a><a rel='me friend' href=no>y</a><link rel=friend href=no>",
     R"(_:b0 rdf:type foaf:Person
        _:b0 <http://vocab.sindice.com/xfn#mePage> <>
        _:b0 <http://vocab.sindice.com/xfn#mePage> <me.html>
        <> <http://vocab.sindice.com/xfn#me-hyperlink> <me.html>)"},
    {"rel-license", "<a rel=license href=http://creativecommons.org/licenses/by/2.0/>x</a>",
     "<> dc:license <http://creativecommons.org/licenses/by/2.0/>"},
    {"h-card",
     "<div class=h-card><a class='p-name u-url' href=http://blog.lizardwrangler.com/>Mitchell</a>"
     "(<a class='p-org h-card' href=m><b class=p-name>Mozilla</b></a>)</div>",
     R"(_:b0 rdf:type mf:h-card
        _:b0 mf:h-card#name "Mitchell"
        _:b0 mf:h-card#url <http://blog.lizardwrangler.com/>
        _:b0 mf:h-card#org _:b1
        _:b1 rdf:type mf:h-card
        _:b1 mf:h-card#name "Mozilla")"},
    {"h-entry",
     "<article class=h-entry><h1 class=p-name>Title</h1><a class='p-author h-card' href=/>x</a>"
     "<time class=dt-published datetime='2013-06-13 12:00'>13 June</time>"
     "<div class=e-content><p>a</p><p>b</p></div></article>",
     R"(_:b0 rdf:type mf:h-entry
        _:b0 mf:h-entry#name "Title"
        _:b0 mf:h-entry#author _:b1
        _:b1 rdf:type mf:h-card
        _:b0 mf:h-entry#published "2013-06-13 12:00"
        _:b0 mf:h-entry#content "ab")"},
    {"h-geo and values in attributes",
     "<p class='h-geo'><data class=p-latitude value=37.4>x</data><abbr class=p-longitude "
     "title=-122>W</abbr><img class='u-photo p-name' src=i.png alt=Alt></p>",
     R"(_:b0 rdf:type mf:h-geo
        _:b0 mf:h-geo#latitude "37.4"
        _:b0 mf:h-geo#longitude "-122"
        _:b0 mf:h-geo#photo <i.png>
        _:b0 mf:h-geo#name "Alt")"},
    {"a nested root that is no property stands alone",
     "<div class=h-event><div class=h-card><b class=p-name>x</b></div></div>",
     R"(_:b0 rdf:type mf:h-event
        _:b1 rdf:type mf:h-card
        _:b1 mf:h-card#name "x")"},
    {"both versions: the newer one counts",
     "<div class='vcard h-card'><b class='fn p-name'>x</b></div>",
     R"(_:b0 rdf:type mf:h-card
        _:b0 mf:h-card#name "x")"},
    {"several types", "<div class='h-item h-product'><b class=p-name>x</b></div>",
     R"(_:b0 rdf:type mf:h-item
        _:b0 rdf:type mf:h-product
        _:b0 mf:h-item#name "x")"},
    {"what is unclosed is closed by the parser", "<div class=vcard><p class=fn>A<p class=tel>1",
     R"(_:b0 rdf:type mf:hcard
        _:b0 mf:hcard#fn "A"
        _:b0 mf:hcard#tel "1")"},
};

std::uint32_t count(const std::string& html) {
  return count_by_syntax(statements_of(html)).microformats;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(microformats)

BOOST_AUTO_TEST_CASE(examples) {
  for (const Example& example : kExamples) {
    BOOST_TEST_CONTEXT(example.name) {
      BOOST_TEST(said(example.html, Syntax::microformats) == lines(example.said));
    }
  }
}

BOOST_AUTO_TEST_CASE(deep_nesting_is_read_as_far_as_the_parser_went) {
  BOOST_TEST(count(repeat("<i class='agent vcard'>", 100'000)) > 1'000U);
  BOOST_TEST(count(repeat("<i class='p-x h-card fn'>", 100'000)) > 1'000U);
}

BOOST_AUTO_TEST_CASE(many_classes_end_at_the_limit) {
  const std::string html = "<div class=h-card><b class='" + repeat("p-a ", 150'000) + "'>x</b>";
  BOOST_TEST(count(html) == kStatements);
}

BOOST_AUTO_TEST_CASE(each_syntax_is_counted_apart) {
  const std::string html =
      "<div class=vcard itemscope><b class=fn itemprop=name property=dc:title>A</b></div>"
      "<script type=application/ld+json>{\"http://e.org/a\": 1}</script>";
  BOOST_TEST((count_by_syntax(statements_of(html)) == MarkupCounts{2, 1, 2, 1}));
}

BOOST_AUTO_TEST_SUITE_END()
