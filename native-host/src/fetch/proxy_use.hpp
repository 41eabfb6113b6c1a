// Proxies and libcurl: how a handle is sent through one, and what of its failures is the proxy's.
#pragma once

#include <curl/curl.h>

#include <optional>
#include <string>

#include "fetch/proxy.hpp"

namespace tagtrail::host {

/// Sends the handle's transfer through `proxy`, or directly when null, whatever the environment
/// says. The names of sites are never looked up here when a proxy does it.
void use_proxy(CURL* handle, const Proxy* proxy);

/// Why nothing goes through the proxy, for people: it is not there, or refuses the login. Nothing
/// when the transfer failed for another reason, such as a site that the proxy can't reach.
std::optional<std::string> proxy_failure(CURL* handle, CURLcode code, const Proxy& proxy);

/// What is said of a proxy that answers 407.
std::string login_refused_text(const Proxy& proxy);

}  // namespace tagtrail::host
