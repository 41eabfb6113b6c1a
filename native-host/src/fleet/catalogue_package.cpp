#include "fleet/catalogue_package.hpp"

#include <fmt/format.h>

#include <filesystem>
#include <nlohmann/json.hpp>
#include <string_view>

#include "fleet/checkpoint_text.hpp"
#include "store/file_names.hpp"
#include "system/terminal_text.hpp"
#include "system/times.hpp"

namespace tagtrail::host {
namespace {

using Json = nlohmann::ordered_json;

/// One line. What would act on a terminal is escaped.
std::string line_of(const Json& json) {
  return terminal_text(json.dump(-1, ' ', false, Json::error_handler_t::replace));
}

std::string text_at(const Json& row, const char* name) {
  const auto found = row.find(name);
  return found != row.end() && found->is_string() ? found->get<std::string>() : std::string();
}

Json resource_of(const Json& row, const std::string& path) {
  const std::string folder = text_at(row, "folder");
  const std::string url = text_at(row, "url");
  Json json = {{"name", resource_name(fmt::format("{}-{}", folder, text_at(row, "name")))},
               {"path", path}};
  // The specification has no word for an unknown type; an empty one would be invalid.
  if (const std::string type = text_at(row, "mediatype"); !type.empty()) json["mediatype"] = type;
  json["bytes"] = row.at("bytes");
  json["hash"] = "sha256:" + text_at(row, "sha256");
  json["sources"] = Json::array({Json{{"title", url}, {"path", url}}});
  Json trail = Json::object();
  for (const auto& [name, value] : row.items()) {
    constexpr std::string_view kSaid = " name path url mediatype bytes sha256 folder ";
    if (kSaid.find(fmt::format(" {} ", name)) == std::string_view::npos) trail[name] = value;
  }
  json["tagtrail"] = std::move(trail);
  return json;
}

}  // namespace

Expected<std::string> catalogued_path(const Json& row) {
  // Workers write the rows; a path of a package leads nowhere else.
  const std::string path = text_at(row, "path");
  const std::filesystem::path normal = std::filesystem::path(path).lexically_normal();
  if (is_file_of_job(path) && normal.string() == path && normal.has_filename()) {
    return fmt::format("{}/{}", text_at(row, "folder"), path);
  }
  return fail(ErrorCode::invalid_data,
              fmt::format("the catalogue names no file of its job: {} of {}",
                          terminal_text(line_of(path)), terminal_text(text_at(row, "site"))));
}

Expected<void> CataloguePackage::begin() {
  return out_(
      fmt::format("{{\n\"profile\": \"data-package\",\n\"name\": \"fleet\",\n"
                  "\"created\": {},\n\"resources\": [",
                  line_of(utc_now())));
}

Expected<void> CataloguePackage::add(const Json& row) {
  const std::string path = TRY(catalogued_path(row));
  TRY(out_(fmt::format("{}{}", separator_, line_of(resource_of(row, path)))));
  separator_ = ",\n";
  return {};
}

Expected<void> CataloguePackage::end(std::uint64_t missing) {
  if (missing == 0) return out_("\n]\n}\n");
  return out_(fmt::format("\n],\n\"tagtrail\": {{\"missing\": {}}}\n}}\n", missing));
}

Expected<void> write_catalogue_package(postgres::Connection& connection,
                                       const CatalogueFilter& filter, const ExportSink& out) {
  CataloguePackage package(out);
  TRY(package.begin());
  TRY(each_catalogued(connection, filter, [&](const Json& row) { return package.add(row); }));
  return package.end(0);
}

}  // namespace tagtrail::host
