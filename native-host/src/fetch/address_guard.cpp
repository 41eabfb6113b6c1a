#include "fetch/address_guard.hpp"

#include <arpa/inet.h>
#include <fmt/format.h>
#include <netdb.h>
#include <netinet/in.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstring>
#include <memory>
#include <string>

namespace tagtrail::host {
namespace {

struct Block4 {
  std::uint32_t network;
  unsigned bits;
};

constexpr std::uint32_t ip4(std::uint32_t a, std::uint32_t b, std::uint32_t c, std::uint32_t d) {
  return (a << 24U) | (b << 16U) | (c << 8U) | d;
}

/// IANA's special-purpose registry: what is not globally reachable, plus multicast and reserved.
constexpr auto kPrivate4 = std::to_array<Block4>({
    {ip4(0, 0, 0, 0), 8},        // this network
    {ip4(10, 0, 0, 0), 8},       // private
    {ip4(100, 64, 0, 0), 10},    // carrier-grade NAT
    {ip4(127, 0, 0, 0), 8},      // loopback
    {ip4(169, 254, 0, 0), 16},   // link-local, cloud metadata
    {ip4(172, 16, 0, 0), 12},    // private
    {ip4(192, 0, 0, 0), 24},     // protocol assignments
    {ip4(192, 0, 2, 0), 24},     // documentation
    {ip4(192, 88, 99, 0), 24},   // 6to4 relays, deprecated
    {ip4(192, 168, 0, 0), 16},   // private
    {ip4(198, 18, 0, 0), 15},    // benchmarks
    {ip4(198, 51, 100, 0), 24},  // documentation
    {ip4(203, 0, 113, 0), 24},   // documentation
    {ip4(224, 0, 0, 0), 4},      // multicast
    {ip4(240, 0, 0, 0), 4},      // reserved, broadcast
});

constexpr auto kPrivateNames =
    std::to_array<std::string_view>({".localhost", ".local", ".internal", ".lan", ".home.arpa"});

bool is_private4(std::uint32_t address) {
  return std::any_of(kPrivate4.begin(), kPrivate4.end(), [&](const Block4& block) {
    return (address ^ block.network) >> (32U - block.bits) == 0;
  });
}

using Address6 = std::array<std::uint8_t, 16>;

std::uint32_t embedded4(const Address6& a, std::size_t at) {
  return ip4(a[at], a[at + 1], a[at + 2], a[at + 3]);
}

bool begins_with(const Address6& address, std::initializer_list<std::uint8_t> bytes) {
  return std::equal(bytes.begin(), bytes.end(), address.begin());
}

bool is_private6(const Address6& a) {
  if (begins_with(a, {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xFF, 0xFF})) {  // IPv4-mapped
    return is_private4(embedded4(a, 12));
  }
  if (begins_with(a, {0x00, 0x64, 0xFF, 0x9B, 0, 0, 0, 0, 0, 0, 0, 0})) {  // NAT64
    return is_private4(embedded4(a, 12));
  }
  if (begins_with(a, {0x20, 0x02})) return is_private4(embedded4(a, 2));  // 6to4
  // Of the rest only 2000::/3 is global unicast; in it some blocks are not for hosts.
  if ((a[0] & 0xE0U) != 0x20U) return true;
  const bool protocol_assignments =
      begins_with(a, {0x20, 0x01}) && (a[2] & 0xFEU) == 0;  // + Teredo
  const bool documentation = begins_with(a, {0x20, 0x01, 0x0D, 0xB8}) ||
                             (begins_with(a, {0x3F, 0xFF}) && (a[2] & 0xF0U) == 0);
  return protocol_assignments || documentation;
}

}  // namespace

bool is_private_address(const sockaddr* address) {
  if (address->sa_family == AF_INET) {
    sockaddr_in in{};
    std::memcpy(&in, address, sizeof in);
    return is_private4(ntohl(in.sin_addr.s_addr));
  }
  if (address->sa_family == AF_INET6) {
    sockaddr_in6 in{};
    std::memcpy(&in, address, sizeof in);
    Address6 bytes{};
    std::memcpy(bytes.data(), &in.sin6_addr, bytes.size());
    return is_private6(bytes);
  }
  return true;
}

bool is_private_literal(std::string_view host) {
  if (host.starts_with('[') && host.ends_with(']')) {
    Address6 bytes{};
    const std::string text(host.substr(1, host.size() - 2));
    return inet_pton(AF_INET6, text.c_str(), bytes.data()) != 1 || is_private6(bytes);
  }
  in_addr in{};
  return inet_pton(AF_INET, std::string(host).c_str(), &in) == 1 && is_private4(ntohl(in.s_addr));
}

bool is_private_name(std::string_view host) {
  if (host.ends_with('.')) host.remove_suffix(1);
  if (host.starts_with('[')) return false;
  if (host.find('.') == std::string_view::npos) return true;
  return std::any_of(kPrivateNames.begin(), kPrivateNames.end(),
                     [&](std::string_view suffix) { return host.ends_with(suffix); });
}

bool leads_to_private(const std::string& host) {
  if (is_private_literal(host) || is_private_name(host)) return true;
  addrinfo* found = nullptr;
  if (getaddrinfo(host.c_str(), nullptr, nullptr, &found) != 0) return false;
  const std::unique_ptr<addrinfo, void (*)(addrinfo*)> list(found, &freeaddrinfo);
  for (const addrinfo* at = list.get(); at != nullptr; at = at->ai_next) {
    if (is_private_address(at->ai_addr)) return true;
  }
  return false;
}

std::string refused_text(std::string_view host) {
  return fmt::format("{} is in a private or special network; --allow-private permits it", host);
}

}  // namespace tagtrail::host
