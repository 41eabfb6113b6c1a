#include <fmt/format.h>

#include <string_view>

#include "browser/browser_proxy.hpp"
#include "browser/host_manifest.hpp"
#include "browser/profile.hpp"

namespace tagtrail::host {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::json;

// The cookies that have no expiry are kept with the tabs of the last session, and come back with
// them.
constexpr std::string_view kMark = "// Written by Tagtrail at every start.\n";

// The extension is an unsigned folder that the profile points to: allow that, enable it without a
// question, and grant its host permissions. What a script asks for opens no dialog for a login, and
// there is no WebTransport, which extensions can't stop. A page is asked for by the scheme of its
// address, as without a browser: one by https that is not there would count as a failure of the
// page. The rest keeps a fresh profile quiet.
constexpr std::string_view kSettings = R"(
user_pref("xpinstall.signatures.required", false);
user_pref("extensions.autoDisableScopes", 0);
user_pref("extensions.enabledScopes", 15);
user_pref("extensions.startupScanScopes", 15);
user_pref("extensions.originControls.grantByDefault", true);
user_pref("extensions.update.enabled", false);
user_pref("app.update.enabled", false);
user_pref("browser.shell.checkDefaultBrowser", false);
user_pref("browser.startup.homepage_override.mstone", "ignore");
user_pref("browser.startup.page", 3);
user_pref("browser.aboutwelcome.enabled", false);
user_pref("browser.sessionstore.privacy_level", 0);
user_pref("browser.sessionstore.interval", 1000);
user_pref("browser.sessionstore.max_resumed_crashes", -1);
user_pref("browser.sessionstore.restore_on_demand", true);
user_pref("browser.sessionstore.restore_pinned_tabs_on_demand", true);
user_pref("datareporting.policy.dataSubmissionEnabled", false);
user_pref("toolkit.telemetry.reportingpolicy.firstRun", false);
user_pref("app.normandy.enabled", false);
user_pref("network.captive-portal-service.enabled", false);
user_pref("network.connectivity-service.enabled", false);
user_pref("network.prefetch-next", false);
user_pref("dom.security.https_first", false);
user_pref("network.dns.disablePrefetch", true);
user_pref("browser.sessionhistory.max_total_viewers", 0);
user_pref("pdfjs.disabled", true);
user_pref("browser.download.useDownloadDir", true);
user_pref("browser.download.folderList", 2);
user_pref("browser.download.always_ask_before_handling_new_types", false);
user_pref("dom.disable_beforeunload", true);
user_pref("network.auth.subresource-http-auth-allow", 0);
user_pref("network.webtransport.enabled", false);
)";

std::string javascript_string(std::string_view text) {
  std::string result = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') result += '\\';
    if (c == '\n') {
      result += "\\n";
    } else {
      result += c;
    }
  }
  return result + "\"";
}

Expected<void> write_settings(const fs::path& profile,
                              const std::optional<BrowserProxies>& proxies) {
  const fs::path path = profile / "user.js";
  const auto before = read_small_file(path);
  if (before && !before->starts_with(kMark)) {
    return fail(ErrorCode::invalid_argument,
                fmt::format("{} was not written by Tagtrail: use a separate profile for Tagtrail",
                            path.string()));
  }
  const auto proxy_settings = TRY(firefox_proxy_settings(proxies));
  return write_small_file(
      path, fmt::format("{}{}{}user_pref(\"browser.download.dir\", {});\n", kMark, kSettings,
                        proxy_settings, javascript_string((profile / "downloads").string())));
}

/// Firefox keeps what it read of an extension by its id and version, with the address that prefs.js
/// gave it. In a profile that has lost its prefs.js the background would never start.
Expected<void> forget_cached_extensions(const fs::path& profile) {
  std::error_code error;
  fs::remove(profile / "startupCache" / "webext.sc.lz4", error);
  if (error) return fail(ErrorCode::io, "startupCache of the profile: " + error.message());
  return {};
}

/// Firefox grants the extension all sites when it installs it, and keeps that a second or two
/// later. A run that ended before would leave a profile whose runs can't read a page, ever after.
Expected<void> grant_all_sites(const fs::path& profile, const std::string& extension) {
  const fs::path path = profile / "extension-preferences.json";
  auto granted = TRY(read_json_file(path));
  const Json all_sites = Json::array({"<all_urls>"});
  granted[extension] = {
      {"permissions", all_sites}, {"origins", all_sites}, {"data_collection", Json::array()}};
  return write_small_file(path, granted.dump(-1, ' ', false, Json::error_handler_t::replace));
}

}  // namespace

Expected<std::vector<FileForRun>> prepare_firefox_profile(const fs::path& profile,
                                                          const fs::path& home,
                                                          const BrowserOptions& options) {
  TRY(write_settings(profile, options.proxies));
  if (options.extension_dir.empty()) return std::vector<FileForRun>{};
  const auto id = TRY(firefox_extension_id(options.extension_dir));
  TRY(forget_cached_extensions(profile));
  TRY(grant_all_sites(profile, id));
  // A file with the id as its name that holds the path of the unpacked extension.
  TRY(write_small_file(profile / "extensions" / id, fs::absolute(options.extension_dir).string()));
  const fs::path wrapper = home / "tagtrail-pump";
  return write_host_files(wrapper,
                          home / ".mozilla" / "native-messaging-hosts" / host_manifest_name(),
                          firefox_host_manifest(wrapper, {id}), options);
}

}  // namespace tagtrail::host
