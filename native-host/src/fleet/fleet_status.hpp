// How a fleet is doing, in numbers.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

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
  double seen_seconds_ago = 0;
  bool left = false;  ///< it has said so
};

struct FleetStatus {
  bool paused = false;
  std::vector<SitesOfState> states;  ///< those that have sites
  std::vector<SitesOfCause> causes;
  std::vector<SeenWorker> workers;  ///< seen within a day, those seen last first
  /// Sites that ended in the last hour, and what they brought.
  SitesOfState last_hour;
};

/// Errors: those of Connection::run().
Expected<FleetStatus> read_fleet_status(postgres::Connection& connection);

}  // namespace tagtrail::host
