#include "fetch/curl_errors.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "tagtrail/text.hpp"

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

FetchError fetch_error_of(CURLcode code) {
  switch (code) {
    case CURLE_OK:
      return FetchError::none;
    case CURLE_OPERATION_TIMEDOUT:
      return FetchError::timeout;
    case CURLE_SSL_CONNECT_ERROR:
    case CURLE_SSL_CERTPROBLEM:
    case CURLE_SSL_CIPHER:
    case CURLE_PEER_FAILED_VERIFICATION:
    case CURLE_SSL_CACERT_BADFILE:
    case CURLE_SSL_ISSUER_ERROR:
    case CURLE_SSL_INVALIDCERTSTATUS:
      return FetchError::tls;
    case CURLE_UNSUPPORTED_PROTOCOL:
    case CURLE_URL_MALFORMAT:
      return FetchError::unsupported;
    default:
      return FetchError::network;
  }
}

bool never_connected(CURL* handle, CURLcode code) {
  if (code == CURLE_COULDNT_RESOLVE_HOST || code == CURLE_COULDNT_CONNECT) return true;
  curl_off_t connected_us = 0;
  curl_easy_getinfo(handle, CURLINFO_CONNECT_TIME_T, &connected_us);
  return code == CURLE_OPERATION_TIMEDOUT && connected_us == 0;
}

std::string error_text_of(CURLcode code, std::string_view detail) {
  if (fetch_error_of(code) != FetchError::tls || detail.empty()) return curl_easy_strerror(code);
  // It may quote the certificate: nothing in it may act on a terminal.
  std::string text = to_valid_utf8(detail);
  std::replace_if(
      text.begin(), text.end(),
      [](char c) { return static_cast<unsigned char>(c) < 0x20 || c == 0x7F; }, ' ');
  return text + "; --ca-file names an authority of your own";
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
