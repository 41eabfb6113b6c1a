// A proxy between us and the sites: as people write it, and its login, which is never shown.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "tagtrail/error.hpp"

namespace tagtrail::host {

/// The environment variable with the login (`USER:PASSWORD`) of a proxy that is named without one,
/// so that it need not be in a command line, which others can read.
inline constexpr const char* kProxyLoginVariable = "TAGTRAIL_PROXY_LOGIN";

struct Proxy {
  std::string scheme;  ///< http, https or socks5
  std::string host;    ///< an IPv6 address in brackets
  std::uint16_t port = 0;
  std::string user;  ///< empty: no login
  std::string password;

  bool has_login() const { return !user.empty(); }
  /// `http://host:port`, without the login: may be shown and stored.
  std::string address() const;
};

/// `[http|https|socks5|socks5h://][user[:password]@]host:port`; user and password percent-encoded
/// where needed, at most 255 bytes each. `socks5` and `socks5h` are the same here: names are always
/// looked up by the proxy. Errors: invalid_argument, without quoting a login.
Expected<Proxy> parse_proxy(std::string_view text);

/// Gives it the login `USER:PASSWORD` (nothing percent-encoded). Errors: invalid_argument, without
/// quoting it.
Expected<void> set_login(Proxy& proxy, std::string_view login);

}  // namespace tagtrail::host
