// libcurl's errors in our words, and what of them is a proxy's.
#pragma once

#include <curl/curl.h>

#include <optional>
#include <string>
#include <string_view>

#include "fetch/proxies.hpp"
#include "tagtrail/exchange.hpp"

namespace tagtrail::host {

FetchError fetch_error_of(CURLcode code);
/// The same for people. `detail` is what libcurl says of this very transfer, or empty: it names the
/// cause where a certificate was refused.
std::string error_text_of(CURLcode code, std::string_view detail);
/// Whether it ended before there was a connection: what was asked for had no part in it.
bool never_connected(CURL* handle, CURLcode code);

/// Why nothing goes through the proxy, for people: it is not there, or refuses the login. Nothing
/// when the transfer failed for another reason, such as a site that the proxy can't reach.
std::optional<std::string> proxy_failure(CURL* handle, CURLcode code, const Proxy& proxy);

/// What is said of a proxy that answers 407.
std::string login_refused_text(const Proxy& proxy);

}  // namespace tagtrail::host
