#include "fleet/catalogue_package.hpp"

#include <fmt/format.h>

#include <filesystem>
#include <nlohmann/json.hpp>
#include <string_view>

#include "export/datapackage.hpp"
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

/// As a job's package has it; of one of which no harvest has said so, its word.
Json ending_of(const Json& site) {
  Json json = {{"complete", site.at("complete")}, {"how", site.at("ending")}};
  for (const char* name : {"words", "reason", "remedy"}) {
    if (const std::string text = text_at(site, name); !text.empty()) json[name] = text;
  }
  return json;
}

/// What the package was asked for; empty: all.
Json filter_facts(const CatalogueFilter& filter) {
  Json facts = Json::object();
  const auto add = [&facts](const char* name, const std::string& value) {
    if (!value.empty()) facts[name] = value;
  };
  add("site", filter.site);
  add("host", filter.host);
  add("type", filter.type);
  add("since", filter.since);
  add("until", filter.until);
  add("state", filter.state);
  return facts;
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

Expected<void> CataloguePackage::add_site(const Json& site) {
  Json json = {{"site", site.at("site")},       {"folder", site.at("folder")},
               {"state", site.at("state")},     {"complete", site.at("complete")},
               {"ending", ending_of(site)},     {"files", site.at("files")},
               {"account", site.at("account")}, {"leftOut", site.at("left_out")}};
  TRY(out_(fmt::format("{}{}", separator_, line_of(json))));
  separator_ = ",\n";
  return {};
}

Expected<FleetAccount> CataloguePackage::end(postgres::Connection& connection,
                                             const CatalogueFilter& filter, std::uint64_t missing) {
  FleetAccount account = TRY(read_fleet_account(connection, filter));
  Json facts = {{"complete", account.is_complete() && missing == 0},
                {"account", account_to_json(account)}};
  if (const Json of = filter_facts(filter); !of.empty()) facts["filter"] = of;
  if (missing > 0) facts["missing"] = missing;
  if (separator_ == "\n") TRY(out_(fmt::format("\n{}", kNoFiles)));
  // Behind them the sites, one a line.
  std::string head = line_of(facts);
  head.pop_back();
  TRY(out_(fmt::format("\n],\n\"tagtrail\": {},\n\"sites\": [", head)));
  separator_ = "\n";
  TRY(each_site(connection, filter, [this](const Json& site) { return add_site(site); }));
  TRY(out_("\n]}\n}\n"));
  return account;
}

Expected<void> write_catalogue_package(postgres::Connection& connection,
                                       const CatalogueFilter& filter, const ExportSink& out) {
  CataloguePackage package(out);
  TRY(package.begin());
  TRY(each_catalogued(connection, filter, [&](const Json& row) { return package.add(row); }));
  TRY(package.end(connection, filter, 0));
  return {};
}

}  // namespace tagtrail::host
