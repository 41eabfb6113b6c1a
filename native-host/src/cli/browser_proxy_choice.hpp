// How a browser that a command starts is to reach sites.
#pragma once

#include <optional>

#include "browser/browser.hpp"
#include "fetch/proxies.hpp"
#include "messaging/channel.hpp"

namespace tagtrail::host {

/// Absent: as the browser is set up. `asked_for`: the user has said how, be it "directly".
std::optional<BrowserProxies> browser_proxies(const Proxies& proxies, bool asked_for);

/// The login that the extension gives to the proxy when the browser asks for it; null: none.
/// Errors: invalid_argument when no browser can log in.
Expected<Json> browser_login(const Proxies& proxies);

}  // namespace tagtrail::host
