// What a fleet, and one of its workers, tell Prometheus.
#pragma once

#include <string>

#include "fleet/fleet_status.hpp"
#include "fleet/queue.hpp"

namespace tagtrail::host {

/// Of the whole fleet, from its database.
std::string fleet_metrics(const FleetStatus& status);
/// Of one worker, since it started.
std::string worker_metrics(const WorkerFacts& worker);

}  // namespace tagtrail::host
