// Which proxy a URL is loaded through: the one that was asked for, or those of the environment.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "fetch/proxy.hpp"

namespace tagtrail::host {

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
