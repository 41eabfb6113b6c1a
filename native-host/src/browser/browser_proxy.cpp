#include "browser/browser_proxy.hpp"

#include <fmt/format.h>

#include <string_view>

namespace tagtrail::host {
namespace {

constexpr std::string_view kSocks = "socks5://";
constexpr std::string_view kHttp = "http://";
constexpr int kDirect = 0;
constexpr int kManual = 1;
constexpr int kSystem = 5;

struct HostAndPort {
  std::string host;
  std::string port;
};

HostAndPort split(std::string_view address) {
  address.remove_prefix(address.find("://") + 3);
  const auto colon = address.rfind(':');
  return {std::string(address.substr(0, colon)), std::string(address.substr(colon + 1))};
}

std::string text_setting(std::string_view name, std::string_view value) {
  return fmt::format("user_pref(\"network.proxy.{}\", \"{}\");\n", name, value);
}

std::string plain_setting(std::string_view name, std::string_view value) {
  return fmt::format("user_pref(\"network.proxy.{}\", {});\n", name, value);
}

/// Hosts come from the environment: letters of names and addresses only, so that none ends a
/// setting or an argument.
bool is_plain_host(std::string_view text) {
  return !text.empty() && text.find_first_not_of("abcdefghijklmnopqrstuvwxyz0123456789.-_:/[]") ==
                              std::string_view::npos;
}

bool is_address(std::string_view host) {
  return host.find_first_of(":/[") != std::string_view::npos ||
         host.find_first_not_of("0123456789.") == std::string_view::npos;
}

Expected<std::string> one_setting(std::string_view address, std::string_view kind) {
  if (address.empty()) return std::string();
  const HostAndPort at = split(address);
  if (address.starts_with(kSocks)) {
    return text_setting("socks", at.host) + plain_setting("socks_port", at.port);
  }
  if (!address.starts_with(kHttp)) {
    return fail(ErrorCode::invalid_argument,
                "Firefox can't be told of an https proxy: use --browser-kind chromium, or "
                "--browser never");
  }
  return text_setting(kind, at.host) + plain_setting(std::string(kind) + "_port", at.port);
}

}  // namespace

std::vector<std::string> chromium_proxy_arguments(const std::optional<BrowserProxies>& proxies) {
  if (!proxies) return {};
  const auto& [http, https, bypass] = *proxies;
  if (http.empty() && https.empty()) return {"--no-proxy-server"};
  std::string servers = http;
  if (http != https) {
    servers = http.empty() ? "" : "http=" + http;
    if (!https.empty()) servers += (servers.empty() ? "https=" : ";https=") + https;
  }
  std::string list = "<-loopback>";
  for (const std::string& entry : bypass) {
    if (!is_plain_host(entry)) continue;
    if (is_address(entry)) {
      list += ";" + entry;
      continue;
    }
    const std::string_view name = std::string_view(entry).substr(entry.starts_with('.') ? 1 : 0);
    list += fmt::format(";{0};*.{0}", name);
  }
  return {"--proxy-server=" + servers, "--proxy-bypass-list=" + list};
}

Expected<std::string> firefox_proxy_settings(const std::optional<BrowserProxies>& proxies) {
  if (!proxies) return plain_setting("type", std::to_string(kSystem));
  const auto& [http, https, bypass] = *proxies;
  if (http.empty() && https.empty()) return plain_setting("type", std::to_string(kDirect));
  const auto for_http = TRY(one_setting(http, "http"));
  const auto for_https = TRY(one_setting(https, "ssl"));
  std::string list;
  for (const std::string& entry : bypass) {
    if (is_plain_host(entry)) list += (list.empty() ? "" : ", ") + entry;
  }
  return plain_setting("type", std::to_string(kManual)) + for_http + for_https +
         plain_setting("socks_version", "5") + plain_setting("socks_remote_dns", "true") +
         plain_setting("allow_hijacking_localhost", "true") + text_setting("no_proxies_on", list);
}

}  // namespace tagtrail::host
