// How a browser that a command starts is to reach sites.
#pragma once

#include <optional>

#include "browser/browser.hpp"
#include "fetch/proxies.hpp"

namespace tagtrail::host {

/// Absent: as the browser is set up. `asked_for`: the user has said how, be it "directly".
std::optional<BrowserProxies> browser_proxies(const Proxies& proxies, bool asked_for);

}  // namespace tagtrail::host
