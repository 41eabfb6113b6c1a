#include "demo/demo_check.hpp"

#include <fmt/format.h>

#include <set>
#include <utility>

#include "messaging/json_text.hpp"
#include "system/sha256.hpp"
#include "system/whole_file.hpp"

namespace tagtrail::host {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kForbidden = "disallowed";

/// A file of the manifest: under its own address, or under one more that gave the same bytes.
struct Listed {
  std::string target;  ///< path and query
  std::string path;    ///< in the job folder
  std::string hash;
};

/// What follows scheme and host.
std::string target_of(const std::string& url) {
  const auto host = url.find("://");
  const auto path = host == std::string::npos ? host : url.find('/', host + 3);
  return path == std::string::npos ? "/" : url.substr(path);
}

std::vector<Listed> listed_in(const Json& manifest) {
  std::vector<Listed> all;
  for (const Json& resource : manifest.value("resources", Json::array())) {
    if (!resource.is_object()) continue;
    const Json source = resource.value("/sources/0"_json_pointer, Json::object());
    const std::string hash = text_field(resource, "hash");
    all.push_back({target_of(text_field(source, "path")), text_field(resource, "path"), hash});
    for (const Json& other : resource.value("/tagtrail/alsoAt"_json_pointer, Json::array())) {
      all.push_back({target_of(text_field(other, "url")), text_field(other, "path"), hash});
    }
  }
  return all;
}

std::string fault_of(const fs::path& job, const Listed& listed, const Json& file) {
  const std::string wanted = text_field(file, "sha256");
  const auto actual = sha256_of_file(job / listed.path);
  if (!actual) return actual.error().message;
  if (*actual != wanted) return fmt::format("the content of {} is {}", listed.path, *actual);
  if (listed.hash != "sha256:" + wanted) return "the manifest says " + listed.hash;
  return {};
}

}  // namespace

Expected<DemoCheck> check_demo_job(const fs::path& job, const Json& list) {
  const std::string text = TRY(read_whole_file(job / "datapackage.json"));
  const Json manifest = TRY(parse_json(text));
  if (!manifest.is_object()) return fail(ErrorCode::invalid_data, "the manifest is damaged");
  DemoCheck result;
  std::map<std::string, const Json*> expected;
  for (const Json& file : list.at("files")) {
    const std::string group = text_field(file, "group");
    if (group == kForbidden) continue;
    expected[text_field(file, "url")] = &file;
    ++result.groups[group].expected;
  }
  std::set<std::string> seen;
  for (const Listed& listed : listed_in(manifest)) {
    const auto file = expected.find(listed.target);
    if (file == expected.end()) {
      result.unexpected.push_back(listed.target);
      continue;
    }
    if (!seen.insert(listed.target).second)
      result.wrong.push_back(listed.target + ": listed twice");
    const std::string fault = fault_of(job, listed, *file->second);
    if (!fault.empty()) result.wrong.push_back(fmt::format("{}: {}", listed.target, fault));
  }
  for (const auto& [target, file] : expected) {
    if (seen.contains(target)) {
      ++result.groups[text_field(*file, "group")].found;
    } else {
      result.missing.push_back(target);
    }
  }
  return result;
}

}  // namespace tagtrail::host
