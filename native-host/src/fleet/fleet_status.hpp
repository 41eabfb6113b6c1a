// How a fleet is doing, in numbers.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "fleet/fleet_sites.hpp"
#include "fleet/postgres.hpp"
#include "tagtrail/error.hpp"

namespace tagtrail::host {

struct SitesOfState {
  std::string state;
  std::uint64_t sites = 0;
  std::uint64_t files = 0;
  std::uint64_t requests = 0;
  std::uint64_t bytes = 0;
};

struct SitesOfCause {
  std::string state;  ///< `waiting` for another try, or `aside`
  std::string cause;
  std::uint64_t sites = 0;
  std::string example;  ///< a URL
  std::string reason;   ///< of the example
};

struct SeenWorker {
  std::string id;
  std::string machine;
  std::string folder;
  std::string program;
  std::uint64_t jobs = 0;
  std::uint64_t running = 0;
  std::uint64_t requests = 0;  ///< since it started
  std::uint64_t files = 0;
  std::uint64_t bytes = 0;
  double request_rate = 0;  ///< a second, over the last minute
  double file_rate = 0;
  double byte_rate = 0;
  double seen_seconds_ago = 0;
  bool left = false;  ///< it has said so
};

struct FleetRates {
  double requests = 0;  ///< a second, of the workers that were heard of lately
  double files = 0;
  double bytes = 0;
};

/// Sites that come due again.
struct ScheduledSites {
  std::uint64_t sites = 0;
  std::uint64_t due = 0;
  std::optional<double> next_seconds{};  ///< until the first of the others is; nothing: none is
};

struct FleetStatus {
  bool paused = false;
  std::vector<SitesOfState> states;  ///< those that have sites
  std::vector<SitesOfCause> causes;
  std::vector<SeenWorker> workers;  ///< seen within a day, those seen last first
  /// Sites that ended in the last hour, and what they brought.
  SitesOfState last_hour;
  FleetRates rates;
  ScheduledSites scheduled;
  /// Until no site waits or is held, at the pace of the last hour, or of the time since the first
  /// of these began; nothing when none has ended in it.
  std::optional<double> remaining_seconds{};
  FleetAccount account{};  ///< how complete the sites are
  /// Of sites that are not complete the first (incomplete_sites()).
  std::vector<nlohmann::ordered_json> incomplete{};
};

/// So many are named one by one.
inline constexpr std::size_t kMostIncompleteNamed = 20;

/// Errors: those of Connection::run().
Expected<FleetStatus> read_fleet_status(postgres::Connection& connection);

}  // namespace tagtrail::host
