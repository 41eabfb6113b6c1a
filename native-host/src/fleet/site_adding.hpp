// Putting sites into the list of a fleet, each with what no two sites may share that are held at
// once: the registrable domain, where several hosts of one are in the list and have an address in
// common or lie in each other's scope; else the host.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <tuple>
#include <vector>

#include "batch/schedule.hpp"
#include "fleet/postgres.hpp"

namespace tagtrail::host {

/// The addresses of a host; none when it can't be looked up.
using LookUp = std::function<std::set<std::string>(const std::string& host)>;

struct HostOfDomain {
  std::string host;   ///< less "www."
  bool wide = false;  ///< a site of it takes in hosts below
  bool operator==(const HostOfDomain& other) const = default;
  bool operator<(const HostOfDomain& other) const {
    return std::tie(host, wide) < std::tie(other.host, other.wide);
  }
};

/// Whether the hosts of one registrable domain are one to the fleet. A host that can't be looked up
/// may share its address with any: the careful choice.
bool are_one(const std::set<HostOfDomain>& hosts, const LookUp& look_up);

/// Whether a site with these options takes in hosts below its own.
bool takes_in_hosts_below(const std::vector<std::string>& options);

/// Asks the system's resolver for many hosts at once, with or without "www."; what is not known
/// after `limit` counts as not found. Asks nothing that it was asked before.
class LookUps {
 public:
  explicit LookUps(std::chrono::milliseconds limit) : limit_(limit) {}
  /// To be called once, with all that will be looked up.
  void ask(const std::set<std::string>& hosts);
  std::set<std::string> of(const std::string& host) const;

 private:
  std::chrono::milliseconds limit_;
  std::map<std::string, std::set<std::string>> found_;
};

struct AddRules {
  /// Sites come due again after about so long; zero: no more; nothing: as it was, in new ones
  /// never.
  std::optional<std::chrono::milliseconds> every;
  bool resolve = true;                            ///< else hosts of one domain are taken for one
  std::function<void(std::size_t sites)> told{};  ///< takes how many are written; may be empty
};

struct Added {
  std::uint64_t sites = 0;      ///< that are new
  std::uint64_t schedules = 0;  ///< sites that were there, and come due at other times now
  std::uint64_t together = 0;   ///< sites that were there, and share their domain now
};

/// Errors: those of Connection::run().
Expected<Added> add_sites(postgres::Connection& connection, const std::vector<BatchSite>& sites,
                          const AddRules& rules);

}  // namespace tagtrail::host
