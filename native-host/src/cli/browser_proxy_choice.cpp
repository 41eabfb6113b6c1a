#include "cli/browser_proxy_choice.hpp"

namespace tagtrail::host {

std::optional<BrowserProxies> browser_proxies(const Proxies& proxies, bool asked_for) {
  if (!proxies.any() && !asked_for) return std::nullopt;
  const auto address = [](const std::optional<Proxy>& proxy) {
    return proxy ? proxy->address() : std::string();
  };
  return BrowserProxies{address(proxies.http()), address(proxies.https()), proxies.bypass()};
}

Expected<Json> browser_login(const Proxies& proxies) {
  if (!proxies.has_login()) return Json(nullptr);
  const std::optional<Proxy>& one = proxies.http() ? proxies.http() : proxies.https();
  const bool same = !proxies.http() || !proxies.https() ||
                    proxies.http()->address() == proxies.https()->address();
  if (!same || one->scheme == "socks5") {
    return fail(ErrorCode::invalid_argument,
                "browsers can't log in to a socks5 proxy, nor to two proxies: use --browser never, "
                "or a proxy on this machine that needs no login and logs in to that one");
  }
  return Json{
      {"host", one->host}, {"port", one->port}, {"user", one->user}, {"password", one->password}};
}

}  // namespace tagtrail::host
