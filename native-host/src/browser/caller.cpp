#include "browser/caller.hpp"

#include <algorithm>
#include <string_view>

#include "browser/host_manifest.hpp"
#include "browser/small_files.hpp"
#include "messaging/json_text.hpp"
#include "tagtrail/protocol.hpp"

namespace tagtrail::host {
namespace {

constexpr std::string_view kScheme = "chrome-extension://";

std::string origin_of_id(const std::string& id) { return std::string(kScheme) + id + "/"; }

bool is_in_manifest(const std::filesystem::path& file, bool firefox, const std::string& id) {
  const auto text = read_small_file(file);
  if (!text) return false;
  const auto manifest = parse_json(*text);
  if (!manifest || !manifest->is_object()) return false;
  const auto allowed = manifest->find(firefox ? "allowed_extensions" : "allowed_origins");
  if (allowed == manifest->end() || !allowed->is_array()) return false;
  const Json wanted = firefox ? id : origin_of_id(id);
  return std::find(allowed->begin(), allowed->end(), wanted) != allowed->end();
}

}  // namespace

std::string calling_extension(const std::vector<std::string>& arguments) {
  if (arguments.empty()) return {};
  std::string_view origin = arguments.front();
  if (origin.starts_with(kScheme) && origin.ends_with('/')) {
    origin.remove_prefix(kScheme.size());
    origin.remove_suffix(1);
    return is_chromium_id(origin) ? std::string(origin) : std::string();
  }
  const bool firefox = arguments.size() > 1 && origin.starts_with('/') &&
                       origin.ends_with(".json") && is_firefox_id(arguments[1]);
  return firefox ? arguments[1] : std::string();
}

bool may_call(const std::string& id, const UserFolders& folders,
              const std::vector<std::string>& named) {
  if (id.empty()) return false;
  const bool ours =
      id == kChromiumBatchId || id == kChromiumUnpackedId || id == protocol::kFirefoxId;
  if (ours) return true;
  if (std::find(named.begin(), named.end(), id) != named.end()) return true;
  const auto places = browser_places(folders);
  return std::any_of(places.begin(), places.end(), [&](const BrowserPlace& place) {
    return is_in_manifest(place.manifest, place.firefox, id) ||
           is_in_manifest(place.for_all, place.firefox, id);
  });
}

}  // namespace tagtrail::host
