#include "feeds/arcgis_answers.hpp"

#include <algorithm>
#include <array>
#include <set>
#include <string>
#include <utility>

#include "feeds/answers_in_json.hpp"
#include "tagtrail/url_query.hpp"

namespace tagtrail::host {
namespace {

using Json = nlohmann::json;

constexpr std::string_view kServices = "/rest/services";
constexpr std::string_view kFeatures = "FeatureServer";
constexpr std::string_view kMap = "MapServer";
constexpr int kDeepestAnswer = 4;  // an answer, its list, one of it, a list in it
/// What a layer gives at once that does not say so (its default before version 10.1).
constexpr std::uint64_t kUsualCount = 1'000;

/// The part of the path that ends where services are listed, or nothing.
std::optional<std::string_view> directory_of(std::string_view url) {
  const std::string_view path = without_query(url);
  const std::size_t at = path.find(kServices);
  if (at == std::string_view::npos) return std::nullopt;
  const std::string_view directory = path.substr(0, at + kServices.size());
  const bool ends = directory.size() == path.size() || path[directory.size()] == '/';
  return ends ? std::optional(directory) : std::nullopt;
}

void add_list(Page& page, const std::string& address, std::string_view text,
              std::string_view place = kArcgisList) {
  auto key = canonical_url(address + "?f=json");
  if (key) add_answer_link(page, std::move(*key), text, place);
}

bool is_list(const Json* value) { return value != nullptr && value->is_array(); }

/// Of names with their folders.
bool read_directory(const Json& answer, std::string_view directory, Page& page) {
  const Json* services = member_of(answer, "services");
  const Json* folders = member_of(answer, "folders");
  if (!is_list(services)) return false;
  const std::string base = std::string(directory) + "/";
  std::set<std::string> features;
  for (const Json& one : *services) {
    if (text_at(one, "type") == kFeatures) features.insert(text_at(one, "name"));
  }
  for (const Json& one : *services) {
    const std::string name = text_at(one, "name");
    const std::string type = text_at(one, "type");
    const bool is_other = type == kMap && !features.contains(name);
    if (name.empty() || (type != kFeatures && !is_other)) continue;
    add_list(page, base + encoded_path(name) + "/" + type, name);
  }
  if (!is_list(folders)) return true;
  for (const Json& folder : *folders) {
    if (!folder.is_string()) continue;
    const auto name = folder.get<std::string>();
    add_list(page, base + encoded_path(name), name);
  }
  return true;
}

/// What is not said is allowed.
bool may_be_queried(const Json& answer) {
  const std::string said = ascii_lower(text_at(answer, "capabilities"));
  return said.empty() || said.find("query") != std::string::npos ||
         said.find("data") != std::string::npos;
}

void leave(Page& page, LeftOutCause cause, std::string_view url) {
  add_left(page.left, {cause, std::string(url)});
}

/// Of groups, the layers in them are listed, too.
bool read_service(const Json& answer, std::string_view url, Page& page) {
  const Json* layers = member_of(answer, "layers");
  if (!is_list(layers)) return false;
  if (!may_be_queried(answer)) leave(page, LeftOutCause::refused, url);
  const std::string base = bare_address(url) + "/";
  for (const char* name : {"layers", "tables"}) {
    const Json* list = member_of(answer, name);
    if (!is_list(list) || !may_be_queried(answer)) continue;
    for (const Json& one : *list) {
      const Json* id = member_of(one, "id");
      const Json* inside = member_of(one, "subLayerIds");
      if (id == nullptr || !id->is_number_unsigned() || is_list(inside)) continue;
      add_list(page, base + std::to_string(id->get<std::uint64_t>()), text_at(one, "name"),
               kArcgisLayer);
    }
  }
  return true;
}

/// The name of what tells its rows apart; empty: it does not say.
std::string name_of_id(const Json& layer) {
  std::string name = text_at(layer, "objectIdField");
  const Json* fields = member_of(layer, "fields");
  if (!name.empty() || !is_list(fields)) return name;
  for (const Json& field : *fields) {
    if (text_at(field, "type") == "esriFieldTypeOID") return text_at(field, "name");
  }
  return name;
}

std::string query_of(const Json& layer, const std::string& base) {
  const Json* most = member_of(layer, "maxRecordCount");
  const bool says = most != nullptr && most->is_number_unsigned() && *most > 0;
  const std::uint64_t count = says ? most->get<std::uint64_t>() : kUsualCount;
  const std::string formats = ascii_lower(text_at(layer, "supportedQueryFormats"));
  const bool as_geojson = formats.find("geojson") != std::string::npos;
  const Json* advanced = member_of(layer, "advancedQueryCapabilities");
  const bool turns_pages = (advanced != nullptr && true_at(*advanced, "supportsPagination")) ||
                           true_at(layer, "supportsPagination");
  std::string query = base + "/query?where=1%3D1&outFields=*";
  const std::string id = name_of_id(layer);
  if (turns_pages) {
    if (!id.empty()) query.append("&orderByFields=").append(percent_encoded(id));
    query.append("&resultOffset=0&resultRecordCount=").append(std::to_string(count));
  }
  return query.append(as_geojson ? "&f=geojson" : "&f=json");
}

bool read_layer(const Json& answer, std::string_view url, JsonSource& source) {
  const std::string type = text_at(answer, "type");
  const bool has_fields = is_list(member_of(answer, "fields"));
  const bool has_rows = type == "Table" || type == "Feature Layer" || (type.empty() && has_fields);
  if ((type.empty() && !has_fields) || member_of(answer, "id") == nullptr) return false;
  if (!has_rows) return true;  // groups, rasters, notes
  if (!may_be_queried(answer)) {
    leave(source.page, LeftOutCause::refused, url);
    return true;
  }
  auto key = canonical_url(query_of(answer, bare_address(url)));
  if (!key) return false;
  DatasetFacts facts;
  facts.title = collapsed(text_at(answer, "name"), kFactBytes);
  facts.description = collapsed(text_at(answer, "description"), kFactBytes);
  facts.publisher = collapsed(text_at(answer, "copyrightText"), kFactBytes);
  facts.files.push_back(*key);
  add_answer_link(source.page, std::move(*key), facts.title, kArcgisData);
  source.datasets.push_back(std::move(facts));
  return true;
}

/// `{"error": {"code": 499, "message": "Token Required"}}`
bool read_error(const Json& answer, std::string_view url, Page& page) {
  const Json* error = member_of(answer, "error");
  const Json* code = error == nullptr ? nullptr : member_of(*error, "code");
  if (code == nullptr || !code->is_number_integer()) return false;
  constexpr std::array<int, 4> kRefused{401, 403, 498, 499};
  const bool refused =
      std::find(kRefused.begin(), kRefused.end(), code->get<int>()) != kRefused.end();
  leave(page, refused ? LeftOutCause::refused : LeftOutCause::client_error, url);
  return true;
}

bool ends_in_number(std::string_view path) {
  const std::string_view last = path.substr(path.rfind('/') + 1);
  return !last.empty() && std::all_of(last.begin(), last.end(), is_digit);
}

}  // namespace

std::optional<JsonSource> read_arcgis(std::string_view json, std::string_view url) {
  const auto directory = directory_of(url);
  if (!directory) return std::nullopt;
  const std::string path = bare_address(url);
  const bool is_service = path.ends_with(kFeatures) || path.ends_with(kMap);
  const bool is_query = path.ends_with("/query");
  // Features are many, and an error is short.
  constexpr std::size_t kErrorBytes = 4'096;
  if (is_query && json.size() > kErrorBytes) return std::nullopt;
  const Json answer = json_within(json, kDeepestAnswer);
  if (!answer.is_object()) return std::nullopt;
  JsonSource source;
  source.page.catalogue.kind = kArcgis;
  if (read_error(answer, url, source.page)) return source;
  if (is_query) return std::nullopt;
  const bool known = is_service             ? read_service(answer, url, source.page)
                     : ends_in_number(path) ? read_layer(answer, url, source)
                                            : read_directory(answer, *directory, source.page);
  return known ? std::optional(std::move(source)) : std::nullopt;
}

}  // namespace tagtrail::host
