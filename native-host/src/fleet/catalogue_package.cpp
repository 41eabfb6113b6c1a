#include "fleet/catalogue_package.hpp"

#include <fmt/format.h>

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

Json resource_of(const Json& row) {
  const std::string folder = text_at(row, "folder");
  const std::string url = text_at(row, "url");
  Json json = {{"name", resource_name(fmt::format("{}-{}", folder, text_at(row, "name")))},
               {"path", fmt::format("{}/{}", folder, text_at(row, "path"))}};
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

Expected<void> write_catalogue_package(postgres::Connection& connection,
                                       const CatalogueFilter& filter, const ExportSink& out) {
  TRY(
      out(fmt::format("{{\n\"profile\": \"data-package\",\n\"name\": \"fleet\",\n"
                      "\"created\": {},\n\"resources\": [",
                      line_of(utc_now()))));
  std::string_view separator = "\n";
  TRY(each_catalogued(connection, filter, [&](const Json& row) -> Expected<void> {
    // Workers write the rows; a path of a package leads nowhere else.
    if (!is_file_of_job(text_at(row, "path"))) {
      return fail(ErrorCode::invalid_data,
                  fmt::format("the catalogue names no file of its job: {} of {}",
                              terminal_text(line_of(text_at(row, "path"))),
                              terminal_text(text_at(row, "site"))));
    }
    TRY(out(fmt::format("{}{}", separator, line_of(resource_of(row)))));
    separator = ",\n";
    return {};
  }));
  return out("\n]\n}\n");
}

}  // namespace tagtrail::host
