#include "demo/demo_site.hpp"

#include <fmt/format.h>

#include <utility>

#include "messaging/json_text.hpp"
#include "serve/loopback_server.hpp"
#include "system/built_files.hpp"
#include "system/whole_file.hpp"
#include "tagtrail/url_query.hpp"

namespace tagtrail::host {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kList = "demo-site.json";

std::string_view words_of(int status) {
  switch (status) {
    case 200:
      return "OK";
    case 301:
      return "Moved Permanently";
    case 302:
      return "Found";
    case 404:
      return "Not Found";
    case 410:
      return "Gone";
    default:
      return "Internal Server Error";
  }
}

std::string error_page(int status) {
  return fmt::format(
      "<!DOCTYPE html><html lang=\"en\"><head><title>{0}</title></head>"
      "<body id=\"page-error\"><h1>{0}</h1><p><a href=\"/\">Home</a></p></body></html>\n",
      words_of(status));
}

std::string field(std::string_view name, const std::string& value) {
  return value.empty() ? "" : fmt::format("{}: {}\r\n", name, value);
}

std::string status_line(int status) { return fmt::format("{} {}", status, words_of(status)); }

std::string error_answer(int status, bool head_only) {
  return http_answer(status_line(status), "Content-Type: text/html; charset=utf-8\r\n",
                     error_page(status), head_only);
}

}  // namespace

Expected<DemoSite> DemoSite::find(const fs::path& program) {
  fs::path list = find_built(program, kList);
  std::error_code error;
  for (fs::path folder = program.parent_path(); list.empty(); folder = folder.parent_path()) {
    if (fs::is_regular_file(folder / kList, error)) list = folder / kList;
    if (folder == folder.root_path() || folder.empty()) break;
  }
  if (list.empty()) return fail(ErrorCode::missing_dependency, missing_part("the demo site"));
  return read(list);
}

Expected<DemoSite> DemoSite::read(const fs::path& list) {
  const std::string text = TRY(read_whole_file(list));
  Json json = TRY(parse_json(text));
  for (const char* group : {"files", "pages", "assets", "redirects", "dead"}) {
    if (!json.is_object() || !json.contains(group) || !json[group].is_array()) {
      return fail(ErrorCode::invalid_data, fmt::format("{} is damaged", list.string()));
    }
  }
  return DemoSite(list.parent_path() / list.stem(), std::move(json));
}

DemoSite::DemoSite(fs::path folder, Json list)
    : folder_(std::move(folder)), list_(std::move(list)) {
  add_pages("pages");
  add_pages("assets");
  add_files();
  add_answers_without_files();
}

void DemoSite::add_pages(const char* group) {
  for (const Json& page : list_[group]) {
    const std::string url = text_field(page, "url");
    routes_[url] = {200, field("Content-Type", text_field(page, "contentType")),
                    folder_ / text_field(page, "path")};
    if (page.contains("anyQuery")) any_query_.insert(url);
  }
}

void DemoSite::add_files() {
  for (const Json& file : list_["files"]) {
    routes_[text_field(file, "url")] = {
        200,
        field("Content-Type", text_field(file, "mime")) +
            field("Content-Disposition", text_field(file, "disposition")),
        folder_ / text_field(file, "path")};
  }
}

void DemoSite::add_answers_without_files() {
  for (const Json& moved : list_["redirects"]) {
    routes_[text_field(moved, "from")] = {
        moved.value("status", 302), field("Location", text_field(moved, "to")), {}};
  }
  for (const Json& dead : list_["dead"]) {
    routes_[text_field(dead, "url")] = {dead.value("status", 404), {}, {}};
  }
}

const DemoSite::Route* DemoSite::route_of(std::string_view target) const {
  auto found = routes_.find(target);
  if (found == routes_.end()) {
    const std::string_view path = without_query(target);
    if (any_query_.contains(path)) found = routes_.find(path);
  }
  return found == routes_.end() ? nullptr : &found->second;
}

std::string DemoSite::answer(std::string_view target, bool head_only) const {
  const Route* route = route_of(target);
  if (route == nullptr) {
    const std::string folder = std::string(target) + "/";
    if (!routes_.contains(folder)) return error_answer(404, head_only);
    return http_answer(status_line(301), field("Location", folder), "", head_only);
  }
  if (route->file.empty()) {
    if (route->status >= 400) return error_answer(route->status, head_only);
    return http_answer(status_line(route->status), route->fields, "", head_only);
  }
  const auto body = read_whole_file(route->file);
  if (!body) return error_answer(500, head_only);
  return http_answer(status_line(route->status), route->fields, *body, head_only);
}

}  // namespace tagtrail::host
