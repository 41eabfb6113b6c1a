// RDF in text: what catalogues say in it, and what hostile texts cost.
#include "feeds/rdf_links.hpp"

#include <boost/test/unit_test.hpp>
#include <string>

#include "feeds/described_links.hpp"
#include "feeds/link_source.hpp"
#include "feeds/rdf_graph.hpp"
#include "feeds/xml_records.hpp"
#include "tagtrail/text.hpp"

using namespace tagtrail;
using namespace tagtrail::host;

namespace {

constexpr std::string_view kTurtleUrl = "https://g.example/d/1.ttl";
constexpr std::string_view kPrefixes =
    "@prefix dcat: <http://www.w3.org/ns/dcat#> . @prefix dct: <http://purl.org/dc/terms/> .\n"
    "@prefix foaf: <http://xmlns.com/foaf/0.1/> .\n";

JsonSource read_turtle(const std::string& text) {
  return read_rdf_links(std::string(kPrefixes) + text, "text/turtle", kTurtleUrl);
}

std::string links_in(const Page& page) {
  std::string all;
  for (const LinkObservation& link : page.links) all += link.tag_path + " " + link.url + "\n";
  return all;
}

std::string repeated(std::string_view text, std::size_t count) {
  std::string out;
  for (std::size_t i = 0; i < count; ++i) out.append(text);
  return out;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(rdf_links)

// As ckanext-dcat writes it.
BOOST_AUTO_TEST_CASE(a_page_of_a_catalogue_says_how_many_data_sets_there_are_and_which_is_next) {
  const JsonSource turtle = read_turtle(R"(@prefix hydra: <http://www.w3.org/ns/hydra/core#> .
    </c?page=1> a hydra:PagedCollection ; hydra:totalItems 60 ; hydra:nextPage
    "https://g.example/c?page=2" . </d/1> a dcat:Dataset ; dct:title "Rain" .)");
  const JsonSource xml = read_xml_records(
      R"(<rdf:RDF xmlns:rdf="r" xmlns:dcat="c" xmlns:dct="t" xmlns:hydra="h">
    <hydra:PagedCollection rdf:about="/c?page=1"><hydra:totalItems>60</hydra:totalItems>
    <hydra:nextPage>https://g.example/c?page=2</hydra:nextPage></hydra:PagedCollection>
    <dcat:Dataset rdf:about="/d/1"><dct:title>Rain</dct:title></dcat:Dataset></rdf:RDF>)",
      kTurtleUrl);
  for (const JsonSource& read : {turtle, xml}) {
    BOOST_TEST(read.page.catalogue.total == 60U);
    BOOST_TEST(read.page.catalogue.items == 1U);
    const std::string links = links_in(read.page);
    BOOST_TEST(links.find("/rdf/pagedcollection/nextpage https://g.example/c?page=2\n") !=
                   std::string::npos,
               links);
  }
}

BOOST_AUTO_TEST_CASE(a_data_set_says_the_same_in_turtle_and_in_xml) {
  const JsonSource turtle = read_turtle(R"(<x1> a dcat:Distribution ; dct:title "Days" ;
    dct:format "CSV" ; dcat:downloadURL </f/days.csv> .
    </d/1> a dcat:Dataset ; dct:title "Rain" ; dct:license <https://l.example/by> ;
    dct:publisher [ a foaf:Organization ; foaf:name "Office" ] ; dcat:distribution <x1> .)");
  const JsonSource xml = read_xml_records(
      R"(<rdf:RDF xmlns:rdf="r" xmlns:dcat="c" xmlns:dct="t"><dcat:Dataset rdf:about="/d/1">
    <dct:title>Rain</dct:title><dct:license rdf:resource="https://l.example/by"/>
    <dct:publisher><foaf:Organization><foaf:name>Office</foaf:name></foaf:Organization></dct:publisher>
    <dcat:distribution><dcat:Distribution><dct:title>Days</dct:title><dct:format>CSV</dct:format>
    <dcat:downloadURL rdf:resource="/f/days.csv"/></dcat:Distribution></dcat:distribution>
    </dcat:Dataset></rdf:RDF>)",
      kTurtleUrl);
  for (const JsonSource& read : {turtle, xml}) {
    BOOST_TEST(read.page.catalogue.kind == "dcat");
    BOOST_TEST(links_in(read.page) ==
               "/rdf/dataset/license https://l.example/by\n"
               "/rdf/dataset/distribution/distribution/downloadurl https://g.example/f/days.csv\n");
    BOOST_TEST(read.page.links.at(1).anchor == "Days");
    BOOST_TEST(read.page.links.at(1).heading == "Rain");
    BOOST_TEST(read.page.links.at(1).around == "CSV");
    BOOST_REQUIRE_EQUAL(read.datasets.size(), 1U);
    BOOST_TEST(read.datasets[0].title == "Rain");
    BOOST_TEST(read.datasets[0].license == "https://l.example/by");
    BOOST_TEST(read.datasets[0].publisher == "Office");
  }
}

BOOST_AUTO_TEST_CASE(each_data_set_of_a_catalogue_has_its_own_files_whatever_the_order) {
  const JsonSource read = read_turtle(R"(
    <e1> a dcat:Distribution ; dcat:downloadURL </1.csv> . <e2> dcat:downloadURL </2.csv> .
    <s1> a dcat:Dataset ; dct:title "One" ; dct:publisher _:o ; dcat:distribution <e1> ; dct:relation <s2> .
    <s2> dct:title "Two" ; a dcat:Resource, dcat:Dataset ; dct:publisher _:o ; dcat:distribution <e2> .
    _:o a foaf:Organization ; foaf:name "Office" .
    <c> a dcat:Catalog ; dcat:dataset <s1>, <s2>, </d/3> .
    <c2> a dcat:Catalog ; dcat:dataset <s1> .)");
  BOOST_TEST(read.page.catalogue.kind == "dcat-catalog");
  BOOST_TEST(
      links_in(read.page) ==
      "/rdf/catalog/dataset/dataset/distribution/distribution/downloadurl https://g.example/1.csv\n"
      "/rdf/catalog/dataset/dataset/distribution/description/downloadurl https://g.example/2.csv\n"
      "/rdf/catalog/dataset https://g.example/d/3\n");
  BOOST_REQUIRE_EQUAL(read.datasets.size(), 2U);
  BOOST_TEST(read.datasets[0].publisher == "Office");
  BOOST_TEST(read.datasets[1].publisher == "Office");
  BOOST_TEST(read.datasets[1].title == "Two");
  BOOST_TEST(read.datasets[0].files.size() == 1U);
}

BOOST_AUTO_TEST_CASE(a_mistake_costs_its_line) {
  const JsonSource read = read_turtle(
      "<a> dcat:downloadURL </1.csv> .\n<b> dcat:downloadURL \"no end .\n"
      "<b> none:such </n.csv> .\n<c> dcat:downloadURL </2.csv> .\n");
  BOOST_TEST(read.page.truncated);
  const std::string links = links_in(read.page);
  BOOST_TEST(links.find("https://g.example/1.csv") != std::string::npos);
  BOOST_TEST(links.find("https://g.example/2.csv") != std::string::npos, links);
  BOOST_TEST(links.find("n.csv") == std::string::npos);
  for (const std::string_view bad :
       {"", "<", "@prefix", "@base <", "\"", "[", "a a a", "<a> <b>", "\xEF\xBB\xBF", "_:"}) {
    BOOST_TEST(read_rdf_links(bad, "text/turtle", kTurtleUrl).page.links.empty(), bad);
  }
}

BOOST_AUTO_TEST_CASE(hostile_texts_cost_no_stack_and_little_memory) {
  for (const std::string_view open : {"[ dct:x ", "( ", "( [ dct:x ", "[ dct:x ( "}) {
    const JsonSource as_object = read_turtle("<a> dct:x " + repeated(open, 500'000));
    BOOST_TEST(as_object.page.truncated, open);
    const JsonSource as_subject = read_turtle(repeated(open, 500'000));
    BOOST_TEST(as_subject.page.truncated, open);
    const RdfGraph graph =
        read_rdf("<g> { <a> <b> " + repeated("[ <b> ", 500'000), "application/trig", kTurtleUrl);
    BOOST_TEST(graph.cut);
  }
  const RdfGraph text = read_rdf("<a> <b> \"\"\"" + repeated("x", 20'000'000) + "\"\"\" .",
                                 "text/turtle", kTurtleUrl);
  BOOST_REQUIRE_EQUAL(text.statements.size(), 1U);
  BOOST_TEST(text.terms.back().text.size() == kGraphLiteralBytes);
  std::string prefixes;
  for (int i = 0; i < 100'000; ++i) prefixes += "@prefix p" + std::to_string(i) + ": <x> .\n";
  BOOST_TEST(read_rdf(prefixes, "text/turtle", kTurtleUrl).cut);
  const RdfGraph lines = read_rdf(repeated("x\n", 1'000'000), "text/turtle", kTurtleUrl);
  BOOST_TEST(lines.cut);
}

BOOST_AUTO_TEST_CASE(nodes_in_each_other_are_gone_through_within_bounds) {
  // Each names all others: written out as XML, it would never end.
  std::string all;
  for (int i = 0; i < 120; ++i) {
    for (int k = 0; k < 120; ++k) {
      all += "<n" + std::to_string(i) + "> dct:x <n" + std::to_string(k) + "> .\n";
    }
  }
  const JsonSource read = read_turtle(all + "<n0> dcat:downloadURL </1.csv> .");
  BOOST_TEST(read.page.truncated);
  const std::string chain = "<a> dct:x <a> ; dcat:downloadURL </2.csv> .";
  BOOST_TEST(links_in(read_turtle(chain).page) ==
             "/rdf/description/downloadurl https://g.example/2.csv\n");
}

BOOST_AUTO_TEST_CASE(is_read_where_catalogues_are_and_only_what_has_links) {
  const auto read = [](std::string_view body, std::string_view mime, bool catalogues) {
    return read_link_source(body, {kTurtleUrl, mime, "", false, catalogues}).has_value();
  };
  constexpr std::string_view kLinked = "<a> <b> <https://g.example/1.csv> .";
  BOOST_TEST(read(kLinked, "text/turtle", true));
  BOOST_TEST(read("<h:a> <h:b> <https://g.example/1.csv> .", "application/n-triples", true));
  BOOST_TEST(!read(kLinked, "text/turtle", false));
  BOOST_TEST(!read(kLinked, "text/html", true));
  BOOST_TEST(!read("<a> <b> \"text\" .", "text/turtle", true));
}

BOOST_AUTO_TEST_SUITE_END()
