#include "content/dataset_facts.hpp"

#include <boost/test/unit_test.hpp>

#include "../long_only.hpp"
#include "said.hpp"

using namespace tagtrail;
using namespace tagtrail::host;

namespace {

std::vector<DatasetFacts> facts_of(std::string_view html) {
  return dataset_facts(statements_of(html), kPage);
}

/// The same data set in each syntax that can say it.
constexpr Example kSame[] = {
    {"Microdata",
     "<div itemscope itemtype=https://schema.org/Dataset><h1 itemprop=name> Bird\n counts</h1>"
     "<p itemprop=description>All birds.</p><a itemprop=license href=/by>CC BY</a>"
     "<meta itemprop=datePublished content=2020-01-02><time itemprop=dateModified "
     "datetime=2021-03-04>later</time><p itemprop=publisher itemscope "
     "itemtype=https://schema.org/Organization><b itemprop=name>Bird Society</b></p>"
     "<p itemprop=distribution itemscope itemtype=https://schema.org/DataDownload>"
     "<a itemprop=contentUrl href=birds.csv#x>CSV</a></p><p itemprop=distribution itemscope>"
     "<a itemprop=contentUrl href=birds.json>JSON</a><a itemprop=contentUrl href=birds.csv>CSV</a>"
     "</p></div>",
     nullptr},
    {"RDFa",
     "<div typeof=dcat:Dataset><h1 property=dct:title prefix='dct: http://purl.org/dc/terms/'>Bird "
     "counts</h1><p property=dc:description>All birds.</p><a rel=dc:license href=/by>CC BY</a>"
     "<b property=dc:issued>2020-01-02</b><b property=dc:modified>2021-03-04</b>"
     "<p rel=dc:publisher><b about=#society property=foaf:name>Bird Society</b></p>"
     "<div rel=dcat:distribution><p typeof=dcat:Distribution><a rel=dcat:downloadURL "
     "href=birds.csv>CSV</a></p><p typeof=dcat:Distribution><a rel=dcat:accessURL "
     "href=birds.json>JSON</a></p></div></div>",
     nullptr},
    {"JSON-LD",
     R"(<script type="application/ld+json">{"@context": "https://schema.org/", "@type": "Dataset",
     "name": "Bird counts", "description": "All birds.", "license": "https://example.org/by",
     "datePublished": "2020-01-02", "dateModified": "2021-03-04",
     "publisher": {"@type": "Organization", "name": "Bird Society"},
     "distribution": [{"@type": "DataDownload", "contentUrl": "birds.csv"},
                      {"@type": "DataDownload", "contentUrl": "/dir/birds.json"}]}</script>)",
     nullptr},
};

}  // namespace

BOOST_AUTO_TEST_SUITE(facts_of_data_sets)

BOOST_AUTO_TEST_CASE(they_are_the_same_in_each_syntax) {
  for (const Example& example : kSame) {
    BOOST_TEST_CONTEXT(example.name) {
      const auto all = facts_of(example.html);
      BOOST_REQUIRE_EQUAL(all.size(), 1U);
      const DatasetFacts& facts = all[0];
      BOOST_TEST(facts.title == "Bird counts");
      BOOST_TEST(facts.description == "All birds.");
      BOOST_TEST(facts.license == "https://example.org/by");
      BOOST_TEST(facts.publisher == "Bird Society");
      BOOST_TEST(facts.issued == "2020-01-02");
      BOOST_TEST(facts.modified == "2021-03-04");
      BOOST_REQUIRE_EQUAL(facts.files.size(), 2U);
      BOOST_TEST(facts.files[0] == "https://example.org/dir/birds.csv");
      BOOST_TEST(facts.files[1] == "https://example.org/dir/birds.json");
    }
  }
}

BOOST_AUTO_TEST_CASE(other_things_are_no_data_sets) {
  BOOST_TEST(facts_of("<p typeof=schema:Person><b property=schema:name>Dataset</b></p>").empty());
  BOOST_TEST(facts_of("<p property=rdf:type>http://schema.org/Dataset</p>").empty());
  BOOST_TEST(facts_of("").empty());
}

BOOST_AUTO_TEST_CASE(the_first_of_several_counts_and_a_part_may_have_the_licence) {
  const auto all = facts_of(
      "<div typeof=dcat:Dataset><b property=dc:title>1</b><b property=dc:title>2</b>"
      "<p property=dcat:distribution typeof=dcat:Distribution><b property=dc:license>L</b>"
      "<b property=dc:title>part</b></p></div>");
  BOOST_REQUIRE_EQUAL(all.size(), 1U);
  BOOST_TEST(all[0].title == "1");
  BOOST_TEST(all[0].license == "L");
  BOOST_TEST(all[0].files.empty());
}

BOOST_AUTO_TEST_CASE(data_sets_of_one_name_are_one_in_all_syntaxes) {
  const auto all = facts_of(
      "<p typeof=dcat:Dataset about=#d><b property=dc:title>T</b></p>"
      R"(<script type="application/ld+json">{"@context": "https://schema.org", "@id": "#d",
      "@type": "Dataset", "name": "no", "contentUrl": "a.csv"}</script>)"
      "<p typeof=dcat:Dataset>another</p>");
  BOOST_REQUIRE_EQUAL(all.size(), 2U);
  BOOST_TEST(all[0].title == "T");
  BOOST_REQUIRE_EQUAL(all[0].files.size(), 1U);
  BOOST_TEST((all[1] == DatasetFacts{}));
}

BOOST_AUTO_TEST_CASE(data_sets_that_are_parts_of_each_other_end) {
  const auto all = facts_of(
      "<p typeof=dcat:Dataset about=#a rel=dcat:distribution resource=#b></p>"
      "<p typeof=dcat:Dataset about=#b rel=dcat:distribution resource=#a></p>");
  BOOST_TEST(all.size() == 2U);
}

// A thousand data sets, each with the same parts of many files.
BOOST_AUTO_TEST_CASE(shared_parts_do_not_multiply) {
  std::string html;
  for (int i = 0; i < 1'100; ++i) {
    html += "<p about=#d" + std::to_string(i) + " typeof=dcat:Dataset rel=dcat:distribution " +
            "resource=#part></p>";
  }
  html += "<p about=#part>" +
          repeat("<a rel=dcat:downloadURL href=x.csv></a>", is_long_run() ? 50'000 : 500) + "</p>";
  const auto all = facts_of(html);
  BOOST_REQUIRE_EQUAL(all.size(), kDatasets);
  BOOST_TEST(all[0].files.size() == 1U);
}

BOOST_AUTO_TEST_SUITE_END()
