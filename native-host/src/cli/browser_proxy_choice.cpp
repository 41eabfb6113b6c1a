#include "cli/browser_proxy_choice.hpp"

namespace tagtrail::host {

std::optional<BrowserProxies> browser_proxies(const Proxies& proxies, bool asked_for) {
  if (!proxies.any() && !asked_for) return std::nullopt;
  const auto address = [](const std::optional<Proxy>& proxy) {
    return proxy ? proxy->address() : std::string();
  };
  return BrowserProxies{address(proxies.http()), address(proxies.https()), proxies.bypass()};
}

}  // namespace tagtrail::host
