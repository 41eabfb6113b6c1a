#include "observe/metrics.hpp"

#include "observe/metrics_text.hpp"

namespace tagtrail::host {
std::string job_metrics(const JobStatus& status) {
  const Progress& p = status.progress;
  MetricsText text;
  text.metric("requests_total", "counter", "Requests made for links, by method.")
      .value("method", "get", p.gets)
      .value("method", "head", p.heads);
  text.metric("sub_requests_total", "counter", "Requests that pages in a tab made.")
      .value(status.sub_requests);
  text.metric("robots_requests_total", "counter", "Requests for robots.txt in this run.")
      .value(status.robots_requests);
  text.metric("pages_total", "counter", "Pages read.").value(p.pages);
  text.metric("files_total", "counter", "Data files found.").value(p.targets);
  text.metric("bytes_total", "counter", "Bytes received.")
      .value("of", "files", p.target_bytes)
      .value("of", "other", p.other_bytes);
  text.metric("known_urls", "gauge", "URLs known.").value(p.known_urls);
  text.metric("frontier_urls", "gauge", "Links not yet requested.").value(p.frontier);
  text.metric("in_flight", "gauge", "Requests in flight.").value(p.in_flight);
  text.metric("job_seconds", "counter", "Time that the job has run, without pauses.")
      .value(status.seconds);
  text.metric("job_state", "gauge", "1 for the state that the job is in.");
  for (const char* state : {"running", "paused", "stopped", "finished", "failed"}) {
    text.value("state", state, status.state.state == state ? 1 : 0);
  }
  text.metric("skips_total", "counter", "Requests that brought nothing, by reason.");
  for (const auto& [reason, count] : status.skips) text.value("reason", reason, count);
  return text.take();
}

std::string batch_metrics(const BatchStatus& status) {
  MetricsText text;
  text.metric("batch_sites", "gauge", "Sites of the list, by what became of them.")
      .value("state", "done", status.done)
      .value("state", "failed", status.failed)
      .value("state", "running", status.running)
      .value("state", "waiting", status.waiting);
  text.metric("files_total", "counter", "Data files found, all sites.").value(status.files);
  text.metric("requests_total", "counter", "Requests made for links, all sites.")
      .value(status.requests);
  return text.take();
}

}  // namespace tagtrail::host
