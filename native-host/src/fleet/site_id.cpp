#include "fleet/site_id.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <set>

#include "batch/site_folders.hpp"
#include "system/sha256.hpp"

namespace tagtrail::host {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::size_t kIdDigits = 32;
constexpr std::size_t kFolderDigits = 8;
constexpr std::string_view kHexDigits = "0123456789abcdef";

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
  // Of the table, which others write: nothing of it may lead elsewhere.
  std::string digits(id.substr(0, kFolderDigits));
  std::replace_if(
      digits.begin(), digits.end(),
      [](char c) { return kHexDigits.find(c) == std::string_view::npos; }, '_');
  return fmt::format("{}-{}", name_site_folder(url, none), digits);
}

}  // namespace tagtrail::host
