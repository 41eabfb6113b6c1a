#include "feeds/xml_records.hpp"

#include <boost/test/unit_test.hpp>
#include <string>

#include "feeds/described_links.hpp"
#include "read_source.hpp"
#include "tagtrail/text.hpp"

using namespace tagtrail;
using namespace tagtrail::host;

BOOST_AUTO_TEST_SUITE(xml_records)

BOOST_AUTO_TEST_CASE(of_oai_pmh_have_links_and_the_next_page) {
  constexpr std::string_view kUrl = "https://r.example/oai?verb=ListRecords&metadataPrefix=oai_dc";
  const std::string xml = R"(<OAI-PMH xmlns="http://www.openarchives.org/OAI/2.0/">
    <request>https://r.example/oai</request><ListRecords><record><header>
    <identifier>oai:r.example:1</identifier></header><metadata><oai_dc:dc xmlns:oai_dc="o" xmlns:dc="d">
    <dc:title>Rain</dc:title><dc:identifier>https://r.example/handle/1</dc:identifier>
    <dc:rights>CC0</dc:rights></oai_dc:dc></metadata></record>
    <resumptionToken cursor="0" completeListSize="200">a/b c</resumptionToken></ListRecords></OAI-PMH>)";
  const auto source = read_link_source(xml, {kUrl, "text/xml", "", false, true});
  BOOST_REQUIRE(source.has_value());
  BOOST_TEST(source->page.catalogue.kind == "oai-pmh");
  BOOST_TEST(source->page.catalogue.total == 200U);
  BOOST_TEST(source->page.catalogue.items == 1U);
  BOOST_TEST(places_of(source->page) ==
             "/oai-pmh/request https://r.example/oai\n"
             "/oai-pmh/listrecords/record/metadata/dc/identifier https://r.example/handle/1\n"
             "/oai-pmh/listrecords/resumptiontoken "
             "https://r.example/oai?verb=ListRecords&resumptionToken=a%2Fb%20c\n");
  BOOST_TEST(source->page.links.at(1).anchor == "Rain");
  BOOST_REQUIRE_EQUAL(source->datasets.size(), 1U);
  BOOST_TEST(source->datasets[0].license == "CC0");
  BOOST_TEST(!read_link_source(xml, {kUrl, "text/xml", "", false, false}).has_value());
}

BOOST_AUTO_TEST_CASE(of_sdmx_ml_have_the_data_of_each_dataflow) {
  const auto read = [](std::string_view url, std::string_view flows) {
    const std::string xml = R"(<mes:Structure xmlns:mes="m" xmlns:str="s" xmlns:com="c">
      <mes:Structures>)" + std::string(flows) +
                            "</mes:Structures></mes:Structure>";
    constexpr std::string_view kMime = "application/vnd.sdmx.structure+xml";
    const auto source = read_link_source(xml, {url, kMime, "", false, true});
    return source ? places_of(source->page) : "nothing";
  };
  constexpr std::string_view kFlow = R"(<str:Dataflows><str:Dataflow id="D1" agencyID="XY"
      version="2"><com:Name>Rain</com:Name></str:Dataflow></str:Dataflows>)";
  const std::string place = "/structure/structures/dataflows/dataflow/@id ";
  BOOST_TEST(read("https://s.example/rest/dataflow/XY/all/latest", kFlow) ==
             place + "https://s.example/rest/data/XY,D1,2/all?format=csv\n");
  BOOST_TEST(read("https://s.example/service/dataflow", kFlow) ==
             place + "https://s.example/service/data/XY,D1,2/all?format=csvdata\n");
  BOOST_TEST(read("https://s.example/api/dissemination/sdmx/2.1/dataflow/XY/all", kFlow) ==
             place + "https://s.example/api/dissemination/sdmx/2.1/data/D1?format=SDMX-CSV\n");
  BOOST_TEST(read("https://s.example/sdmx/3.0/structure/dataflow/XY", kFlow) ==
             place + "https://s.example/sdmx/3.0/data/dataflow/XY/D1/2?format=csvdata\n");
  // Other structures are files like others.
  BOOST_TEST(read("https://s.example/rest/codelist/XY", R"(<str:Codelists><str:Codelist id="C"
      url="https://s.example/c"/></str:Codelists>)") == "nothing");
}

BOOST_AUTO_TEST_CASE(of_dcat_in_rdf_have_the_words_of_their_distribution) {
  const std::string xml =
      R"(<rdf:RDF xmlns:rdf="r" xmlns:dcat="c" xmlns:dct="t"><dcat:Dataset rdf:about="/d/1">
    <dct:title>Rain</dct:title><dct:license rdf:resource="https://l.example/by"/><dcat:distribution>
    <dcat:Distribution><dct:title>Days</dct:title><dct:format>CSV</dct:format>
    <dcat:downloadURL rdf:resource="/f/days.csv"/></dcat:Distribution></dcat:distribution>
    </dcat:Dataset></rdf:RDF>)";
  const JsonSource read = read_xml_records(xml, "https://g.example/d/1.rdf");
  BOOST_TEST(read.page.catalogue.kind == "dcat");
  BOOST_TEST(places_of(read.page) ==
             "/rdf/dataset/license https://l.example/by\n"
             "/rdf/dataset/distribution/distribution/downloadurl https://g.example/f/days.csv\n");
  BOOST_TEST(read.page.links.at(1).anchor == "Days");
  BOOST_TEST(read.page.links.at(1).heading == "Rain");
  BOOST_TEST(read.page.links.at(1).around == "CSV");
}

BOOST_AUTO_TEST_CASE(entities_end_a_document_and_depth_is_bounded) {
  const JsonSource laughs = read_xml_records(
      R"(<!DOCTYPE r [<!ENTITY a "https://h.example/">]><rdf><loc>&a;</loc></rdf>)", kUrl);
  BOOST_TEST(laughs.page.links.empty());
  BOOST_TEST(laughs.page.truncated);
  const JsonSource deep = read_xml_records(times("<rdf>", 100'000), kUrl);
  BOOST_TEST(deep.page.truncated);
  const JsonSource cut = read_xml_records("<rdf><url>https://h.example/1</url><url>https", kUrl);
  BOOST_TEST(places_of(cut.page) == "/rdf/url https://h.example/1\n");
}

BOOST_AUTO_TEST_SUITE_END()
