#include "fleet/site_id.hpp"

#include <fmt/format.h>

#include <nlohmann/json.hpp>
#include <set>

#include "batch/site_folders.hpp"
#include "system/sha256.hpp"

namespace tagtrail::host {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::size_t kIdDigits = 32;
constexpr std::size_t kFolderDigits = 8;

}  // namespace

std::string options_text(const std::vector<std::string>& options) {
  return Json(options).dump(-1, ' ', false, Json::error_handler_t::replace);
}

std::vector<std::string> options_of(std::string_view text) {
  const Json json = Json::parse(text, nullptr, /*allow_exceptions=*/false);
  std::vector<std::string> options;
  if (!json.is_array()) return options;
  for (const Json& word : json) {
    if (!word.is_string()) return {};
    options.push_back(word.get<std::string>());
  }
  return options;
}

std::string site_id(std::string_view url, const std::vector<std::string>& options) {
  return sha256_of(fmt::format("{}\n{}", url, options_text(options))).substr(0, kIdDigits);
}

std::string site_folder(std::string_view url, std::string_view id) {
  std::set<std::string> none;
  return fmt::format("{}-{}", name_site_folder(url, none), id.substr(0, kFolderDigits));
}

}  // namespace tagtrail::host
