// Proxies between us and the sites: as people write them, their logins, which are never shown, and
// which one a URL is loaded through.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

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

/// By default none: everything is loaded directly.
class Proxies {
 public:
  Proxies() = default;
  /// Everything goes through this one.
  explicit Proxies(Proxy all) : http_(all), https_(std::move(all)) {}
  /// `http_proxy`, `https_proxy`, `all_proxy` and `no_proxy`, as curl reads them: in capitals too,
  /// but for `http_proxy`, which a CGI program's client could set. This machine itself is always
  /// loaded from directly, as browsers do. Errors: invalid_argument, naming
  /// the variable.
  static Expected<Proxies> from_environment();

  /// Null: directly.
  const Proxy* for_url(std::string_view url) const;
  bool any() const { return http_ || https_; }
  bool has_login() const;

  /// For http and for https.
  const std::optional<Proxy>& http() const { return http_; }
  const std::optional<Proxy>& https() const { return https_; }
  /// Hosts that are loaded directly: names (with their subdomains), addresses, blocks of addresses.
  const std::vector<std::string>& bypass() const { return bypass_; }
  /// For people, without logins; empty when there is none.
  std::string description() const;

 private:
  std::optional<Proxy> http_;
  std::optional<Proxy> https_;
  std::vector<std::string> bypass_;
};

/// Whether an entry of `no_proxy` means this host (of a canonical URL): the name or one below it,
/// the address, or a block with the address (`10.0.0.0/8`, `fd00::/8`).
bool bypass_matches(std::string_view entry, std::string_view host);

}  // namespace tagtrail::host
