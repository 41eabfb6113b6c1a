#include "fetch/proxy_use.hpp"

#include <fmt/format.h>

namespace tagtrail::host {
namespace {

constexpr long kLoginRequired = 407;

long info(CURL* handle, CURLINFO what) {
  long value = 0;
  curl_easy_getinfo(handle, what, &value);
  return value;
}

bool socks_login_failed(long reason) {
  return reason == CURLPX_NO_AUTH || reason == CURLPX_USER_REJECTED ||
         reason == CURLPX_UNKNOWN_FAIL || reason == CURLPX_IDENTD;
}

/// A site that the proxy can't or won't reach is none of these.
bool socks_site_failed(long reason) {
  switch (reason) {
    case CURLPX_REPLY_GENERAL_SERVER_FAILURE:
    case CURLPX_REPLY_NOT_ALLOWED:
    case CURLPX_REPLY_NETWORK_UNREACHABLE:
    case CURLPX_REPLY_HOST_UNREACHABLE:
    case CURLPX_REPLY_CONNECTION_REFUSED:
    case CURLPX_REPLY_TTL_EXPIRED:
    case CURLPX_RESOLVE_HOST:
    case CURLPX_LONG_HOSTNAME:
      return true;
    default:
      return false;
  }
}

}  // namespace

void use_proxy(CURL* handle, const Proxy* proxy) {
  // Set even when empty: else libcurl asks the environment.
  curl_easy_setopt(handle, CURLOPT_NOPROXY, "");
  if (proxy == nullptr) {
    curl_easy_setopt(handle, CURLOPT_PROXY, "");
    return;
  }
  const bool socks = proxy->scheme == "socks5";
  const std::string url =
      fmt::format("{}://{}:{}", socks ? "socks5h" : proxy->scheme, proxy->host, proxy->port);
  curl_easy_setopt(handle, CURLOPT_PROXY, url.c_str());
  curl_easy_setopt(handle, CURLOPT_PROXY_SSL_VERIFYPEER, 1L);
  curl_easy_setopt(handle, CURLOPT_PROXY_SSL_VERIFYHOST, 2L);
  curl_easy_setopt(handle, CURLOPT_PROXYAUTH, static_cast<long>(CURLAUTH_BASIC));
  curl_easy_setopt(handle, CURLOPT_SOCKS5_AUTH, static_cast<long>(CURLAUTH_BASIC));
  if (!proxy->has_login()) return;
  curl_easy_setopt(handle, CURLOPT_PROXYUSERNAME, proxy->user.c_str());
  curl_easy_setopt(handle, CURLOPT_PROXYPASSWORD, proxy->password.c_str());
}

std::string login_refused_text(const Proxy& proxy) {
  return proxy.has_login()
             ? fmt::format("the proxy {} refuses the login", proxy.address())
             : fmt::format(
                   "the proxy {} asks for a login: put USER:PASSWORD@ before its host, or "
                   "USER:PASSWORD into the environment variable {}",
                   proxy.address(), kProxyLoginVariable);
}

std::optional<std::string> proxy_failure(CURL* handle, CURLcode code, const Proxy& proxy) {
  if (info(handle, CURLINFO_HTTP_CONNECTCODE) == kLoginRequired) return login_refused_text(proxy);
  if (code == CURLE_COULDNT_RESOLVE_PROXY) {
    return fmt::format("the proxy {} is not known: its name has no address", proxy.address());
  }
  if (code == CURLE_PROXY) {
    const long reason = info(handle, CURLINFO_PROXY_ERROR);
    if (socks_site_failed(reason)) return std::nullopt;
    if (socks_login_failed(reason)) return login_refused_text(proxy);
    return fmt::format("the proxy {} does not answer as a {} proxy does", proxy.address(),
                       proxy.scheme);
  }
  // With a proxy, the only connection is the one to it.
  if (code == CURLE_COULDNT_CONNECT) {
    return fmt::format("the proxy {} takes no connection", proxy.address());
  }
  if (info(handle, CURLINFO_PROXY_SSL_VERIFYRESULT) != 0) {
    return fmt::format(
        "the certificate of the proxy {} can't be trusted (--ca-file names an "
        "authority of your own)",
        proxy.address());
  }
  return std::nullopt;
}

}  // namespace tagtrail::host
