// The proxy that the user's environment names (http_proxy and its kin), as far as we must know it.
#pragma once

#include <sys/socket.h>

#include <vector>

namespace tagtrail::host {

/// Addresses of the proxies named by the environment variables that libcurl obeys. Connections to
/// them are the user's wish, even if they are private.
class ProxyAddresses {
 public:
  static ProxyAddresses from_environment();
  bool contains(const sockaddr* address) const;
  bool any() const { return !addresses_.empty(); }

 private:
  std::vector<sockaddr_storage> addresses_;
};

}  // namespace tagtrail::host
