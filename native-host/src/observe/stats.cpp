#include "observe/stats.hpp"

namespace tagtrail::host {
namespace {

double rate(double amount, double per) { return per > 0 ? amount / per : 0; }

}  // namespace

void add_statistics(nlohmann::ordered_json& result, const JobStatus& status) {
  const Progress& p = status.progress;
  const auto requests = static_cast<double>(p.requests);
  const auto files = static_cast<double>(p.targets);
  result["state"] = status.state.state;
  result["pages"] = p.pages;
  result["known_urls"] = p.known_urls;
  result["frontier"] = p.frontier;
  result["in_flight"] = p.in_flight;
  result["target_bytes"] = p.target_bytes;
  result["robots_requests"] = status.robots_requests;
  const auto bytes = static_cast<double>(p.target_bytes + p.other_bytes);
  result["rates"] = {{"requests_per_second", rate(requests, status.seconds)},
                     {"files_per_second", rate(files, status.seconds)},
                     {"bytes_per_second", rate(bytes, status.seconds)},
                     {"files_per_request", rate(files, requests)}};
  result["skips"] = nlohmann::ordered_json::object();
  for (const auto& [reason, count] : status.skips) result["skips"][reason] = count;
}

}  // namespace tagtrail::host
