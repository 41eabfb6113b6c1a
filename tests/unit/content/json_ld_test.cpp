// The worked examples of W3C "JSON-LD 1.1" and of schema.org, and cases of the JSON-LD test suite
// (toRdf), in short.
#include "content/json_ld.hpp"

#include <boost/test/unit_test.hpp>

#include "said.hpp"

using namespace tagtrail;
using namespace tagtrail::host;

namespace {

/// `html` is the text of a script.
constexpr Example kExamples[] = {
    {"nothing", "", ""},
    {"an empty node", "{}", ""},
    {"names without a context mean nothing", R"({"@type": "Person", "name": "A"})", ""},
    {"names that are IRIs", R"({"@id": "http://e.org/a", "http://schema.org/name": "A"})",
     "<http://e.org/a> schema:name \"A\""},
    {"a person of schema.org",
     R"({"@context": "https://schema.org", "@type": "Person", "name": "A", "jobTitle": "B"})",
     R"(_:b0 rdf:type schema:Person
        _:b0 schema:name "A"
        _:b0 schema:jobTitle "B")"},
    {"ways to name schema.org",
     R"([{"@context": "http://schema.org/", "name": "1"},
         {"@context": "http://www.schema.org", "name": "2"},
         {"@context": "https://schema.org/docs/jsonldcontext.json", "name": "3"},
         {"@context": {"@vocab": "http://schema.org/"}, "name": "4"},
         {"@context": {"s": "http://schema.org/"}, "s:name": "5"},
         {"@context": ["https://schema.org", {"x": "http://x.org/"}], "name": "6"}])",
     R"(_:b0 schema:name "1"
        _:b1 schema:name "2"
        _:b2 schema:name "3"
        _:b3 schema:name "4"
        _:b4 schema:name "5"
        _:b5 schema:name "6")"},
    {"a context elsewhere is a vocabulary",
     R"({"@context": "https://www.w3.org/ns/activitystreams", "name": "A"})",
     "_:b0 <https://www.w3.org/ns/activitystreams#name> \"A\""},
    {"@id and @context are no statements",
     R"({"@context": "https://schema.org", "@id": "#me", "url": {"@id": "/x"}})",
     "<#me> schema:url <https://example.org/x>"},
    {"other names of keywords",
     R"({"@context": "https://schema.org", "id": "#me", "type": "Person"})",
     "<#me> rdf:type schema:Person"},
    {"several types", R"({"@context": "https://schema.org", "@type": ["Book", "Product"]})",
     R"(_:b0 rdf:type schema:Book
        _:b0 rdf:type schema:Product)"},
    {"each element of an array; null is none",
     R"({"@context": "https://schema.org", "keywords": ["a", "b", null, ["c"]]})",
     R"(_:b0 schema:keywords "a"
        _:b0 schema:keywords "b"
        _:b0 schema:keywords "c")"},
    {"numbers and truth", R"({"@context": "https://schema.org", "a": 12, "b": 0.5, "c": true})",
     R"(_:b0 schema:a "12"
        _:b0 schema:b "0.5"
        _:b0 schema:c "true")"},
    {"a node within a node",
     R"({"@context": "https://schema.org", "@type": "Person",
         "address": {"@type": "PostalAddress", "addressLocality": "Paris"}})",
     R"(_:b0 rdf:type schema:Person
        _:b0 schema:address _:b1
        _:b1 rdf:type schema:PostalAddress
        _:b1 schema:addressLocality "Paris")"},
    {"@graph",
     R"({"@context": "https://schema.org", "@graph": [{"@id": "#a", "name": "A"},
         {"@id": "#b", "knows": {"@id": "#a"}}]})",
     R"(<#a> schema:name "A"
        <#b> schema:knows <#a>)"},
    {"@value, @list, @set",
     R"({"@context": "https://schema.org", "a": {"@value": "x", "@language": "en"},
         "b": {"@list": ["1", {"@value": 2}]}, "c": {"@set": ["3"]}, "d": {"@value": null}})",
     R"(_:b0 schema:a "x"
        _:b0 schema:b "1"
        _:b0 schema:b "2"
        _:b0 schema:c "3")"},
    {"terms with a type",
     R"({"@context": {"homepage": {"@id": "http://xmlns.com/foaf/0.1/homepage", "@type": "@id"},
         "born": {"@id": "http://schema.org/birthDate", "@type": "http://e.org/date"}},
         "homepage": "other.html", "born": "1970"})",
     R"(_:b0 foaf:homepage <other.html>
        _:b0 schema:birthDate "1970")"},
    {"terms by terms", R"({"@context": {"foaf": "http://xmlns.com/foaf/0.1/", "n": "foaf:name",
         "m": "n"}, "m": "x"})",
     "_:b0 foaf:name \"x\""},
    {"terms in a circle", R"({"@context": {"a": "b", "b": "a", "c": "c"}, "a": "x", "c": "y"})",
     ""},
    {"a term that means nothing",
     R"({"@context": {"@vocab": "http://schema.org/", "a": null}, "a": "x", "b": "y"})",
     "_:b0 schema:b \"y\""},
    {"maps by language",
     R"({"@context": {"t": {"@id": "http://purl.org/dc/terms/title", "@container": "@language"}},
         "t": {"en": "a", "fr": ["b", "c"]}})",
     R"(_:b0 dc:title "a"
        _:b0 dc:title "b"
        _:b0 dc:title "c")"},
    {"@reverse, and terms that are",
     R"({"@context": {"@vocab": "http://schema.org/", "kids": {"@reverse": "parent"}},
         "@id": "#a", "@reverse": {"knows": {"@id": "#b"}}, "kids": [{"@id": "#c"}]})",
     R"(<#b> schema:knows <#a>
        <#c> schema:parent <#a>)"},
    {"blank nodes by name",
     R"([{"@context": "https://schema.org", "@id": "_:x", "knows": {"@id": "_:y"}},
         {"@context": "https://schema.org", "@id": "_:y", "name": "Y"}])",
     R"(_:b0 schema:knows _:b1
        _:b1 schema:name "Y")"},
    {"a context is valid inside, and the inner one counts",
     R"({"@context": {"n": "http://a.org/n"}, "n": "1", "http://a.org/in": {"n": "2",
         "http://a.org/in": {"@context": {"n": "http://b.org/n"}, "n": "3"}}})",
     R"(_:b0 <http://a.org/n> "1"
        _:b0 <http://a.org/in> _:b1
        _:b1 <http://a.org/n> "2"
        _:b1 <http://a.org/in> _:b2
        _:b2 <http://b.org/n> "3")"},
    {"null takes all definitions back",
     R"({"@context": [{"@vocab": "http://a.org/", "n": "http://a.org/n"}, null], "n": "1"})", ""},
    {"@base and @nest",
     R"({"@context": {"@base": "/b/", "@vocab": "http://schema.org/"}, "@id": "x",
         "@nest": {"name": "A"}})",
     "<https://example.org/b/x> schema:name \"A\""},
    {"predicates that are blank nodes", R"({"_:p": "x"})", ""},
    {"not JSON", R"({"@context": "https://schema.org", "name": "A",})", ""},
    {"comments", R"({"@context": "https://schema.org", /* x */ "name": "A"})", ""},
    {"cut", R"({"@context": "https://schema.org", "name": "A)", ""},
    {"other values", R"("text")", ""},
    {"values of the wrong kind",
     R"({"@context": 7, "@id": 8, "@type": [9, {}], "@graph": "x", "@reverse": [], "@nest": 1})",
     ""},
};

std::string script(const std::string& json) {
  return "<script type='application/ld+json'>" + json + "</script>";
}

std::uint32_t count(const std::string& json) {
  return count_by_syntax(statements_of(script(json))).json_ld;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(json_ld)

BOOST_AUTO_TEST_CASE(examples) {
  for (const Example& example : kExamples) {
    BOOST_TEST_CONTEXT(example.name) {
      BOOST_TEST(said(script(example.html), Syntax::json_ld) == lines(example.said));
    }
  }
}

BOOST_AUTO_TEST_CASE(scripts_of_that_type_alone_are_read) {
  const std::string json = R"({"@context": "https://schema.org", "name": "A"})";
  for (const char* type : {"application/ld+json", "Application/LD+JSON; charset=utf-8",
                           " application/ld+json;profile=\"x\""}) {
    const std::string html =
        "<body><script type='" + std::string(type) + "'>" + json + "</script></body>";
    BOOST_TEST(said(html, Syntax::json_ld) == "_:b0 schema:name \"A\"\n");
  }
  BOOST_TEST(said("<script type=application/json>" + json + "</script>", Syntax::json_ld).empty());
  BOOST_TEST(said("<script>" + json + "</script>", Syntax::json_ld).empty());
  BOOST_TEST(
      said("<svg><script type=application/ld+json>" + json + "</script></svg>", Syntax::json_ld)
          .empty());
}

BOOST_AUTO_TEST_CASE(a_broken_script_leaves_the_others_alone) {
  const std::string html = script("{broken") + script(R"({"http://e.org/a": "x"})");
  BOOST_TEST(said(html, Syntax::json_ld) == "_:b0 <http://e.org/a> \"x\"\n");
}

BOOST_AUTO_TEST_CASE(deep_and_huge_scripts_say_nothing) {
  const auto nested = [](std::size_t depth) {
    return repeat(R"({"http://e.org/a": )", depth) + "1" + repeat("}", depth);
  };
  BOOST_TEST(count(nested(kJsonLdDepth)) == kJsonLdDepth);
  BOOST_TEST(count(nested(kJsonLdDepth + 1)) == 0U);
  BOOST_TEST(count(repeat("[", 1'000'000)) == 0U);
  const auto array = [](std::size_t values) {
    return R"({"http://e.org/a": [)" + repeat("1,", values) + "1]}";
  };
  BOOST_TEST(count(array(kStatements)) == kStatements);
  BOOST_TEST(count(array(kJsonLdValues)) == 0U);
  BOOST_TEST(count(R"({"http://e.org/a": ")" + std::string(kJsonLdBytes, 'x') + "\"}") == 0U);
}

BOOST_AUTO_TEST_CASE(brackets_in_text_are_not_depth) {
  BOOST_TEST(count(R"({"http://e.org/a": "\"\\)" + repeat("[", 1'000) + "\"}") == 1U);
}

// Half a pair of surrogates is no character.
BOOST_AUTO_TEST_CASE(odd_characters) {
  BOOST_TEST(count(R"({"http://e.org/a": "\ud800"})") == 0U);
  BOOST_TEST(count(R"({"http://e.org/a": "a\u0000b"})") == 1U);
}

BOOST_AUTO_TEST_CASE(many_contexts_cost_no_more_than_their_text) {
  std::string terms;
  for (int i = 0; i < 1'000; ++i) {
    terms += (i > 0 ? ", " : "") + ("\"t" + std::to_string(i)) + "\": \"http://e.org/t\"";
  }
  const std::string inner = R"({"@context": {"x": "http://e.org/x"}, "t7": "1", "x": "2"},)";
  BOOST_TEST(count(R"({"@context": {)" + terms + R"(}, "@graph": [)" + repeat(inner, 10'000) +
                   R"({"t1": "1"}]})") == 20'001U);
}

// Each use of a name that is megabytes long would copy it.
BOOST_AUTO_TEST_CASE(long_names_mean_nothing) {
  const std::string name(4'000'000, 'x');
  BOOST_TEST(count(R"({"@context": {"t": "http://e.org/)" + name + R"("}, "@graph": [)" +
                   repeat(R"({"t": "1"},)", 100'000) + R"({"http://e.org/a": "1"}]})") == 1U);
  BOOST_TEST(count(R"({"@context": {"@vocab": "http://e.org/)" + name + R"("}, "@graph": [)" +
                   repeat(R"({"t": "1"},)", 100'000) + R"({"http://e.org/a": "1"}]})") == 1U);
}

BOOST_AUTO_TEST_SUITE_END()
