// What a harvest and the worker of a fleet that started it say to each other about hosts that are
// not the site's: which the harvest wants to ask, and which it may. Two files beside the job, each
// written by one and read by the other.
//
// Each time a host is wanted anew that has a higher number, the ticket, and what is granted names
// it: what was granted before the host was given back says nothing.
#pragma once

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <map>
#include <string>

#include "tagtrail/error.hpp"

namespace tagtrail::host {

/// Names the place of both files to a harvest that is started.
inline constexpr const char* kClaimsVariable = "TAGTRAIL_CLAIMS";
/// By what a harvest was stopped that has nothing left but requests to hosts that it does not get.
inline constexpr const char* kHostsTaken = "hosts_taken";

/// Hosts that one harvest may want at once.
inline constexpr std::size_t kMostWantedHosts = 64;
/// A server's wish that is told of a host that is given back, at most.
inline constexpr std::chrono::hours kLongestToldRest{24};

/// Tickets by host, which is without "www." and port.
using HostTickets = std::map<std::string, std::uint64_t>;

struct WantedHosts {
  HostTickets hosts;
  /// For how long from when it was written hosts that were given back are to be left alone.
  std::map<std::string, std::chrono::milliseconds> rests;
  bool operator==(const WantedHosts&) const = default;
};

struct GrantedHosts {
  std::string home;    ///< the site's own host, or its domain: needs no grant
  bool below = false;  ///< nor does any host below it
  bool leave = false;  ///< it was put down often enough: what can't be asked is left
  std::chrono::milliseconds patience{10'000};  ///< with nothing else to do, before it is put down
  std::chrono::milliseconds turn{60'000};      ///< with one host, before others get it
  HostTickets hosts;
  bool operator==(const GrantedHosts&) const = default;
};

std::filesystem::path wanted_file_of(const std::filesystem::path& place);
std::filesystem::path granted_file_of(const std::filesystem::path& place);

/// Whatever stands in the file: hosts are names or addresses, numbers within bounds, and lists no
/// longer than they may be. Errors: io (no such file), invalid_data.
Expected<WantedHosts> read_wanted_hosts(const std::filesystem::path& place);
Expected<GrantedHosts> read_granted_hosts(const std::filesystem::path& place);
/// Replace the file. Errors: io, disk_full.
Expected<void> write_wanted_hosts(const std::filesystem::path& place, const WantedHosts& wanted);
Expected<void> write_granted_hosts(const std::filesystem::path& place, const GrantedHosts& granted);

/// The host of a canonical URL as it is claimed: without "www." and port.
std::string claimed_host(std::string_view url);
/// Whether it is another name below that one.
bool lies_below(std::string_view host, std::string_view above);

}  // namespace tagtrail::host
