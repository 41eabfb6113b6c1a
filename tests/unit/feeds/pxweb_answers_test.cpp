#include "feeds/pxweb_answers.hpp"

#include <boost/test/unit_test.hpp>
#include <string>

#include "feeds/link_source.hpp"
#include "tagtrail/table_query.hpp"

using namespace tagtrail;
using namespace tagtrail::host;

namespace {

const std::string kRoot = "https://h.example/api/v1/en";
const std::string kTable = kRoot + "/db/T1.px";

std::string read(const std::string& json, const std::string& url = kTable) {
  const auto source = read_pxweb(json, url);
  if (!source) return "none";
  BOOST_TEST(source->page.catalogue.kind == kPxweb);
  std::string all;
  for (const LinkObservation& link : source->page.links) {
    all += link.tag_path + " " + link.url + " " + link.anchor + "\n";
  }
  return all;
}

std::string values(std::size_t count, const std::string& before) {
  std::string all;
  for (std::size_t i = 0; i < count; ++i) {
    all.append(i == 0 ? "\"" : ",\"").append(before).append(std::to_string(i)).append("\"");
  }
  return "[" + all + "]";
}

std::string table(const std::string& variables) {
  return R"({"title":"Rain","variables":[)" + variables + "]}";
}

std::string variable(const std::string& code, const std::string& all,
                     const std::string& more = "") {
  return R"({"code":")" + code + R"(","text":"x","values":)" + all + more + "}";
}

/// The values that the query of a table names: how many of which variable.
std::string named(const std::string& json) {
  const auto source = read_pxweb(json, kTable);
  const auto query = source ? table_query(source->page.links.at(0).url) : std::nullopt;
  if (!query) return "none";
  std::string all;
  for (const auto& [code, codes] : query->variables) {
    all += code + " " + std::to_string(codes.size()) + "\n";
  }
  return all;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(pxweb_answers)

BOOST_AUTO_TEST_CASE(lists_lead_to_databases_folders_and_tables) {
  BOOST_TEST(read(R"([{"dbid":"ssd","text":"Data"}])", kRoot + "/") ==
             "/catalogue/pxweb-1/list " + kRoot + "/ssd Data\n");
  BOOST_TEST(read(R"([{"id":"B E","type":"l","text":"People"},{"id":"","type":"h","text":"Old"},
                      {"id":"T1.px","type":"t","text":"Table","updated":"2024-01-01T08:00:00"}])",
                  kRoot + "/ssd?x=1") == "/catalogue/pxweb-1/list " + kRoot +
                                             "/ssd/B%20E People\n/catalogue/pxweb-1/table " +
                                             kRoot + "/ssd/T1.px Table\n");
}

BOOST_AUTO_TEST_CASE(a_table_leads_to_a_query_of_itself) {
  const std::string json = table(variable("region", R"(["01","02"])", R"(,"elimination":true)") +
                                 "," + variable("year", R"(["2001"])", R"(,"time":true)"));
  BOOST_TEST(read(json) == "/catalogue/pxweb-1/data " + kTable + "#query:region;year.csv Rain\n");
  const auto source = read_pxweb(json, kTable);
  BOOST_TEST(source->datasets.at(0).title == "Rain");
  BOOST_TEST(source->datasets.at(0).files.at(0) == kTable + "#query:region;year.csv");
}

BOOST_AUTO_TEST_CASE(a_large_one_names_values_to_be_halved_by) {
  const std::string years = variable("year", values(200, ""), R"(,"time":true)");
  BOOST_TEST(named(table(variable("region", values(60, "")) + "," + years)) ==
             "region 60\nyear 0\n");
  // No room for so many values; without others the times have to do.
  BOOST_TEST(named(table(variable("region", values(5000, "R")) + "," + years)) ==
             "region 0\nyear 200\n");
  // More values than it says (maxValues of its configuration).
  BOOST_TEST(named(table(variable("region", "null") + "," + variable("sex", R"(["1","2"])"))) ==
             "region 0\nsex 2\n");
  BOOST_TEST(named(table(variable("region", values(60, "")) + "," +
                         variable("year", values(20, "")))) == "region 0\nyear 0\n");
}

BOOST_AUTO_TEST_CASE(what_is_none_is_read_otherwise) {
  for (const std::string& other : {
           std::string("[]"),
           std::string("{}"),
           std::string("not JSON"),
           std::string(R"([{"id":"a","type":"link","text":"b"}])"),
           std::string(R"([{"dbid":"a","text":"b"},{"id":1}])"),
           std::string(R"({"title":"a","variables":[]})"),
           std::string(R"({"title":"a","variables":{"code":"b","text":"c"}})"),
           std::string(R"({"title":"a","variables":[{"code":"","text":"c"}]})"),
           std::string(R"({"title":"a","variables":[{"code":"b","text":"c","values":[1]}]})"),
           std::string(R"({"title":"a","variables":["b"]})"),
           std::string(R"({"title":"a","variables":[[]]})"),
       }) {
    BOOST_TEST(read(other) == "none", other);
  }
  // The address has to be that of the table alone.
  BOOST_TEST(read(table(variable("year", R"(["2001"])")), kTable + "?x=1") == "none");
}

BOOST_AUTO_TEST_CASE(is_a_source_of_links) {
  const SourceFacts facts{
      .url = kRoot, .mime = "application/json", .content_type = "", .catalogues = true};
  const auto source = read_link_source(R"([{"dbid":"ssd","text":"Data"}])", facts);
  BOOST_REQUIRE(source.has_value());
  BOOST_TEST(source->page.links.at(0).url == kRoot + "/ssd");
  BOOST_TEST(asks_for_link_source(source->page.links.at(0).tag_path));
}

BOOST_AUTO_TEST_SUITE_END()
