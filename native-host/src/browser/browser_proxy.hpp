// A run's proxies in the words of the browsers.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "browser/browser.hpp"

namespace tagtrail::host {

/// Chromium takes them on its command line. It would reach this machine directly unless told.
std::vector<std::string> chromium_proxy_arguments(const std::optional<BrowserProxies>& proxies);

/// Firefox takes them as settings, for user.js. Absent: those of the system, since a profile keeps
/// what an earlier run set. Errors: invalid_argument for an https proxy, which only a script can
/// name there.
Expected<std::string> firefox_proxy_settings(const std::optional<BrowserProxies>& proxies);

}  // namespace tagtrail::host
