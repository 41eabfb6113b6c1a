#include "cli/fleet_metrics.hpp"

#include <algorithm>
#include <array>

#include "observe/metrics_text.hpp"

namespace tagtrail::host {

std::string fleet_metrics(const FleetStatus& status) {
  constexpr std::array kStates{"waiting", "held", "done", "limit", "aside"};
  MetricsText text;
  const auto of_states = [&](const char* name, const char* help, auto field) {
    text.metric(name, "gauge", help);
    for (const char* state : kStates) {
      const auto found =
          std::find_if(status.states.begin(), status.states.end(),
                       [&](const SitesOfState& some) { return some.state == state; });
      text.value("state", state, found == status.states.end() ? 0 : (*found).*field);
    }
  };
  of_states("fleet_sites", "Sites of the fleet, by state.", &SitesOfState::sites);
  of_states("fleet_files", "Data files of these sites.", &SitesOfState::files);
  of_states("fleet_requests", "Requests of their last harvests.", &SitesOfState::requests);
  of_states("fleet_bytes", "Bytes of their files.", &SitesOfState::bytes);
  text.metric("fleet_failures", "gauge", "Sites that failed and wait or were set aside, by cause.");
  for (const SitesOfCause& some : status.causes) {
    text.value("cause", some.cause + "/" + some.state, some.sites);
  }
  text.metric("fleet_endings", "gauge", "Sites of the fleet, by how complete they are.");
  for (std::size_t at = 0; at < kSiteEndings; ++at) {
    const auto ending = static_cast<SiteEnding>(at);
    text.value("ending", to_string(ending), status.account.of(ending).sites);
  }
  text.metric("fleet_paused", "gauge", "1: no worker takes another site.")
      .value(status.paused ? 1 : 0);
  text.metric("fleet_workers", "gauge", "Workers seen within a day that have not left.")
      .value(std::count_if(status.workers.begin(), status.workers.end(),
                           [](const SeenWorker& worker) { return !worker.left; }));
  text.metric("fleet_requests_per_second", "gauge", "Over the last minute, all workers.")
      .value(status.rates.requests);
  text.metric("fleet_files_per_second", "gauge", "Over the last minute, all workers.")
      .value(status.rates.files);
  text.metric("fleet_bytes_per_second", "gauge", "Of files, over the last minute, all workers.")
      .value(status.rates.bytes);
  text.metric("fleet_sites_last_hour", "gauge", "Sites that ended in the last hour.")
      .value(status.last_hour.sites);
  text.metric("fleet_scheduled_sites", "gauge", "Sites that come due again.")
      .value(status.scheduled.sites);
  text.metric("fleet_due_sites", "gauge", "Those of them that are due.")
      .value(status.scheduled.due);
  return text.take();
}

std::string worker_metrics(const WorkerFacts& worker) {
  MetricsText text;
  text.metric("worker_jobs", "gauge", "Sites that the worker harvests at once, at most.")
      .value(worker.jobs);
  text.metric("worker_running", "gauge", "Sites that it holds.").value(worker.running);
  text.metric("requests_total", "counter", "Requests made for links, all sites.")
      .value(worker.pace.done.requests);
  text.metric("files_total", "counter", "Data files found, all sites.")
      .value(worker.pace.done.files);
  text.metric("file_bytes_total", "counter", "Bytes of these files.").value(worker.pace.done.bytes);
  return text.take();
}

}  // namespace tagtrail::host
