#include "feeds/arcgis_answers.hpp"

#include <boost/test/unit_test.hpp>
#include <string>

#include "feeds/link_source.hpp"

using namespace tagtrail;
using namespace tagtrail::host;

namespace {

const std::string kRoot = "https://gis.example/arcgis/rest/services";

/// What is linked, behind the directory, and what is left.
std::string read(const std::string& json, const std::string& path) {
  const auto source = read_arcgis(json, kRoot + path);
  if (!source) return "none";
  BOOST_TEST(source->page.catalogue.kind == kArcgis);
  std::string all;
  for (const LinkObservation& link : source->page.links) {
    all += link.tag_path.substr(link.tag_path.rfind('/')) + " " + link.url.substr(kRoot.size()) +
           " " + link.anchor + "\n";
  }
  for (const LeftOnPage& left : source->page.left) {
    all += std::string(to_string(left.cause)) + " " + left.what.substr(kRoot.size()) + "\n";
  }
  return all;
}

/// A layer with this in it.
std::string layer(const std::string& more) {
  return read(R"({"id": 0, "name": "Wells", "type": "Feature Layer", )" + more + "}",
              "/W/FeatureServer/0?f=json");
}

}  // namespace

BOOST_AUTO_TEST_SUITE(arcgis_answers)

BOOST_AUTO_TEST_CASE(directories_lead_to_folders_and_services) {
  BOOST_TEST(read(R"({"currentVersion": 11.2, "folders": ["Open Data"], "services": [
      {"name": "Water", "type": "MapServer"}, {"name": "Water", "type": "FeatureServer"},
      {"name": "Roads", "type": "MapServer"}, {"name": "Print", "type": "GPServer"}, 7, {}]})",
                  "?f=json") ==
             "/list /Water/FeatureServer?f=json Water\n/list /Roads/MapServer?f=json Roads\n"
             "/list /Open%20Data?f=json Open Data\n");
  // A name has its folder.
  BOOST_TEST(read(R"({"folders": [], "services": [{"name": "A/B", "type": "FeatureServer"}]})",
                  "/A?f=json") == "/list /A/B/FeatureServer?f=json A/B\n");
  BOOST_TEST(read(R"({"folders": [], "services": []})", "/") == "");
}

BOOST_AUTO_TEST_CASE(services_lead_to_layers_and_tables_and_not_to_groups) {
  BOOST_TEST(read(R"({"capabilities": "Query,Create", "layers": [
      {"id": 3, "name": "All", "subLayerIds": [4]}, {"id": 4, "name": "Wells", "subLayerIds": null}],
      "tables": [{"id": 9, "name": "Readings"}]})",
                  "/W/FeatureServer?f=json") ==
             "/layer /W/FeatureServer/4?f=json Wells\n/layer /W/FeatureServer/9?f=json Readings\n");
  BOOST_TEST(read(R"({"capabilities": "Map", "layers": [{"id": 4, "name": "Wells"}]})",
                  "/W/MapServer?f=json") == "refused /W/MapServer?f=json\n");
}

BOOST_AUTO_TEST_CASE(all_of_a_layer_is_asked_for_as_it_can_be) {
  const std::string start = "/query /W/FeatureServer/0/query?where=1%3D1&outFields=*";
  BOOST_TEST(layer(R"("maxRecordCount": 2000, "supportedQueryFormats": "JSON, geoJSON, PBF",
      "advancedQueryCapabilities": {"supportsPagination": true}, "objectIdField": "FID")") ==
             start + "&orderByFields=FID&resultOffset=0&resultRecordCount=2000&f=geojson Wells\n");
  // Before 10.3 there are no pages; the type of a field names the identifier.
  BOOST_TEST(layer(R"("fields": [{"name": "OBJECTID", "type": "esriFieldTypeOID"}])") ==
             start + "&f=json Wells\n");
  BOOST_TEST(layer(R"("advancedQueryCapabilities": {"supportsPagination": true},
      "fields": [{"name": "OBJECTID", "type": "esriFieldTypeOID"}])") ==
             start +
                 "&orderByFields=OBJECTID&resultOffset=0&resultRecordCount=1000&f=json Wells\n");
  BOOST_TEST(layer(R"("capabilities": "Map")") == "refused /W/FeatureServer/0?f=json\n");
  BOOST_TEST(read(R"({"id": 0, "type": "Raster Layer"})", "/W/MapServer/0") == "");
}

BOOST_AUTO_TEST_CASE(errors_come_with_success) {
  const std::string error = R"({"error": {"code": 499, "message": "Token Required"}})";
  BOOST_TEST(read(error, "/W/FeatureServer?f=json") == "refused /W/FeatureServer?f=json\n");
  BOOST_TEST(read(R"({"error": {"code": 400}})", "/W/FeatureServer/0/query?where=a") ==
             "client_error /W/FeatureServer/0/query?where=a\n");
}

BOOST_AUTO_TEST_CASE(other_answers_are_read_by_others) {
  for (const std::string json :
       {"", "[]", "7", "{}", "{\"services\": 1}", "{\"error\": 1}", "{\"layers\": {}}"}) {
    for (const std::string path :
         {"", "/A", "/W/FeatureServer", "/W/FeatureServer/0", "/W/FeatureServer/0/query"}) {
      BOOST_TEST(read(json, path) == "none", json << path);
    }
  }
  BOOST_TEST(!read_arcgis(R"({"folders": [], "services": []})", "https://h.example/api"));
  BOOST_TEST(!read_arcgis(R"({"folders": [], "services": []})", kRoot + "x"));
  BOOST_TEST(read(R"({"features": []})", "/W/FeatureServer/0/query?f=json") == "none");
}

BOOST_AUTO_TEST_SUITE_END()
