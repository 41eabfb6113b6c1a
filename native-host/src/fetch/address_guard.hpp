// Refuses connections into private networks (server-side request forgery). Checked on the address
// that is really connected to, so that DNS rebinding does not help.
#pragma once

#include <sys/socket.h>

#include <string>
#include <string_view>

namespace tagtrail::host {

/// True for loopback, private (RFC 1918), link-local incl. 169.254.169.254, CGNAT 100.64/10, 0/8,
/// multicast, reserved, ULA fc00::/7, and IPv4 embedded in IPv6 (mapped, 6to4, NAT64) of those.
/// Unknown families are private.
bool is_private_address(const sockaddr* address);

/// The same for a literal IP address in a canonical URL's host ("127.0.0.1", "[::1]"); false for
/// names.
bool is_private_literal(std::string_view host);

/// True for names that only a private network gives a meaning: `localhost` and what is below it,
/// names without a dot, and those under `.local`, `.internal`, `.lan` and `.home.arpa`. For what a
/// proxy looks up, where no address is seen here.
bool is_private_name(std::string_view host);

/// Looks the host up, and waits for that, be it a minute: true for a private literal or name, or
/// when any address of the name is private. A browser connects by itself, so that this is only a
/// check beforehand. False for a name that has no address.
bool leads_to_private(const std::string& host);

/// Text for FetchError::refused_address.
std::string refused_text(std::string_view host);

}  // namespace tagtrail::host
