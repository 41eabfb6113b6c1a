#include "replay/replay_run.hpp"

#include <sys/resource.h>
#include <time.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "replay/replica_loader.hpp"

namespace tagtrail::host {
namespace {

double cpu_seconds() {
  timespec now{};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + static_cast<double>(now.tv_nsec) * 1e-9;
}

std::uint64_t peak_rss_mb() {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  return static_cast<std::uint64_t>(usage.ru_maxrss) / 1024;
}

/// How many of `targets` make `percent` per cent, rounded up.
std::uint64_t needed(std::size_t targets, unsigned percent) {
  return (static_cast<std::uint64_t>(targets) * percent + 99) / 100;
}

void note_levels(ReplayResult& result, const Progress& progress) {
  for (std::size_t i = 0; i < kLevels.size(); ++i) {
    if (result.requests_to[i] || result.reachable_targets == 0) continue;
    if (progress.targets < needed(result.reachable_targets, kLevels[i])) return;
    result.requests_to[i] = progress.requests;
    result.other_bytes_to[i] = progress.other_bytes;
  }
}

Expected<std::vector<ReachableUrl>> reachable_in_scope(Replica& replica, const std::string& scope) {
  if (scope == "host") return replica.reachable();
  return crawl_replica(replica, scope, [](std::size_t) {});
}

}  // namespace

Expected<ReplayResult> run_replay(Replica& replica, const Config& config,
                                  const ReplayTrace& trace) {
  const auto wanted = TargetSet::parse(config.targets);
  if (!wanted) return tl::unexpected(wanted.error());
  const auto reachable = reachable_in_scope(replica, config.scope);
  if (!reachable) return tl::unexpected(reachable.error());
  auto targets = targets_among(*reachable, *wanted);
  ReplayResult result;
  result.site = replica.name();
  result.policy = config.policy;
  result.seed = config.seed;
  result.reachable_targets = targets.size();
  const auto oracle = make_oracle(replica, *wanted, std::move(targets));
  auto created = Engine::create(config, oracle.get());
  if (!created) return tl::unexpected(created.error());
  Engine& engine = **created;
  const double cpu_start = cpu_seconds();
  double loading = 0;
  for (;;) {
    const Decision decision = engine.next();
    const auto* request = std::get_if<Request>(&decision);
    if (request == nullptr) break;
    const double before = cpu_seconds();
    auto response = load_from_replica(replica, *request);
    if (!response) return tl::unexpected(response.error());
    loading += cpu_seconds() - before;
    response->issued = engine.progress().issued;
    if (trace) trace(*request, *response);
    if (auto judged = engine.deliver(std::move(*response)); !judged) {
      return tl::unexpected(judged.error());
    }
    note_levels(result, engine.progress());
  }
  const double cpu = cpu_seconds() - cpu_start;
  result.progress = engine.progress();
  const double requests = static_cast<double>(std::max<std::uint64_t>(result.progress.requests, 1));
  result.cpu_us_per_request = cpu / requests * 1e6;
  result.policy_us_per_request = (cpu - loading) / requests * 1e6;
  result.peak_rss_mb = peak_rss_mb();
  return result;
}

std::string to_json_line(const ReplayResult& result) {
  using Json = nlohmann::ordered_json;
  Json requests_to = Json::object();
  Json bytes_to = Json::object();
  for (std::size_t i = 0; i < kLevels.size(); ++i) {
    const std::string level = std::to_string(kLevels[i]);
    requests_to[level] = result.requests_to[i] ? Json(*result.requests_to[i]) : Json(nullptr);
    bytes_to[level] = result.other_bytes_to[i] ? Json(*result.other_bytes_to[i]) : Json(nullptr);
  }
  const Progress& progress = result.progress;
  const Json json = {
      {"site", result.site},
      {"policy", result.policy},
      {"seed", result.seed},
      {"targets", {{"reachable", result.reachable_targets}, {"found", progress.targets}}},
      {"requests",
       {{"total", progress.requests}, {"get", progress.gets}, {"head", progress.heads}}},
      {"requests_to", requests_to},
      {"bytes", {{"target", progress.target_bytes}, {"other", progress.other_bytes}}},
      {"other_bytes_to", bytes_to},
      {"cpu_us_per_request", result.cpu_us_per_request},
      {"policy_us_per_request", result.policy_us_per_request},
      {"peak_rss_mb", result.peak_rss_mb}};
  return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

}  // namespace tagtrail::host
