#include "replay/replay_run.hpp"

#include <sys/resource.h>
#include <time.h>

#include <algorithm>
#include <deque>
#include <nlohmann/json.hpp>

#include "replica/replica_loader.hpp"
#include "replica/replica_oracle.hpp"

namespace tagtrail::host {
namespace {

using Json = nlohmann::ordered_json;

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

/// Whether `got` is so much of `all`; sums of gains have no exact last digits.
bool reaches(double got, double all, unsigned percent) {
  constexpr double kSlack = 1e-9;
  return got >= all * percent / 100 * (1 - kSlack);
}

/// `percent` per cent of `all`, rounded up.
std::uint64_t needed(std::uint64_t all, unsigned percent) {
  return all / 100 * percent + (all % 100 * percent + 99) / 100;
}

void note_levels(ReplayResult& result, const ReplaySite& site, const Progress& progress) {
  for (std::size_t i = 0; i < kLevels.size(); ++i) {
    if (!result.requests_to[i] && site.reachable_gain > 0 &&
        reaches(progress.gain, site.reachable_gain, kLevels[i])) {
      result.requests_to[i] = progress.requests;
      result.other_bytes_to[i] = progress.other_bytes;
    }
    if (!result.other_bytes_to_volume[i] && site.target_bytes > 0 &&
        progress.target_bytes >= needed(site.target_bytes, kLevels[i])) {
      result.other_bytes_to_volume[i] = progress.other_bytes;
    }
  }
}

/// Delivers the answer to one request; gives the CPU seconds that it took to load.
Expected<double> answer(Engine& engine, const Request& request, const ReplaySite& site,
                        const ReplayWatch& watch, ReplayResult& result) {
  const double before = cpu_seconds();
  auto response = TRY(site.answer(request));
  const double loading = cpu_seconds() - before;
  response.issued = engine.progress().issued;
  if (watch.trace) watch.trace(request, response);
  TRY(engine.deliver(std::move(response)));
  const Progress progress = engine.progress();
  note_levels(result, site, progress);
  if (watch.progress) watch.progress(progress);
  return loading;
}

/// Crawls until the engine has finished; gives the CPU seconds that the answers took. With several
/// requests in flight they are answered in the order of asking, as by a site of constant latency.
Expected<double> crawl(Engine& engine, const ReplaySite& site, const ReplayWatch& watch,
                       ReplayResult& result) {
  double loading = 0;
  std::deque<Request> out;
  for (;;) {
    Decision decision = engine.next();
    if (auto* request = std::get_if<Request>(&decision)) {
      out.push_back(std::move(*request));
      continue;
    }
    if (const auto* end = std::get_if<Finished>(&decision)) result.stopped_by = end->reason;
    if (out.empty()) return loading;
    const auto loaded = TRY(answer(engine, out.front(), site, watch, result));
    loading += loaded;
    out.pop_front();
  }
}

Json levels_json(const ReplayResult::Levels& levels) {
  Json json = Json::object();
  for (std::size_t i = 0; i < kLevels.size(); ++i) {
    json[std::to_string(kLevels[i])] = levels[i] ? Json(*levels[i]) : Json(nullptr);
  }
  return json;
}

}  // namespace

Expected<ReplayResult> run_replay(const ReplaySite& site, const Config& config,
                                  const ReplayWatch& watch) {
  ReplayResult result;
  result.site = site.name;
  result.policy = config.policy;
  result.seed = config.seed;
  result.objective = config.objective;
  result.reachable_targets = site.reachable_targets;
  result.reachable_gain = site.reachable_gain;
  auto created = TRY(Engine::create(config, site.oracle));
  const Engine& engine = *created;
  const double cpu_start = cpu_seconds();
  const auto loading = TRY(crawl(*created, site, watch, result));
  const double cpu = cpu_seconds() - cpu_start;
  result.progress = engine.progress();
  result.confusion = engine.confusion();
  result.groups = engine.groups();
  const double requests = static_cast<double>(std::max<std::uint64_t>(result.progress.requests, 1));
  result.cpu_us_per_request = cpu / requests * 1e6;
  result.policy_us_per_request = (cpu - loading) / requests * 1e6;
  result.peak_rss_mb = peak_rss_mb();
  return result;
}

Expected<ReplayResult> run_replay(Replica& replica, const Config& config,
                                  const ReplayTrace& trace) {
  const auto reach = TRY(count_within_reach(replica, config));
  return run_replay(replica, config, reach, trace);
}

Expected<ReplayResult> run_replay(Replica& replica, const Config& config, const WithinReach& reach,
                                  const ReplayTrace& trace) {
  const auto judge = TRY(ReplicaJudge::make(replica, config));
  ReplaySite site;
  site.name = replica.name();
  site.reachable_targets = reach.targets;
  site.reachable_gain = reach.gain;
  const auto oracle = TRY(make_oracle(replica, config));
  site.oracle = oracle.get();
  site.answer = [&](const Request& request) -> Expected<Response> {
    auto response = load_from_replica(replica, request, config.sitemaps, judge.needs());
    const bool file = response && !response->is_page && response->status == 200;
    if (!config.leave_traps || !file) return response;
    const auto content = TRY(content_in_replica(replica, request.url));
    response->content = content;
    return response;
  };
  return run_replay(site, config, {trace, nullptr});
}

std::string to_json_line(const ReplayResult& result) {
  const Progress& progress = result.progress;
  const Json json = {
      {"site", result.site},
      {"policy", result.policy},
      {"seed", result.seed},
      {"objective", result.objective},
      {"targets", {{"reachable", result.reachable_targets}, {"found", progress.targets}}},
      {"gain", {{"reachable", result.reachable_gain}, {"found", progress.gain}}},
      {"requests",
       {{"total", progress.requests}, {"get", progress.gets}, {"head", progress.heads}}},
      {"requests_to", levels_json(result.requests_to)},
      {"bytes", {{"target", progress.target_bytes}, {"other", progress.other_bytes}}},
      {"other_bytes_to", levels_json(result.other_bytes_to)},
      {"confusion", result.confusion.counts},
      {"misclassification_rate", result.confusion.misclassification_rate()},
      {"cpu_us_per_request", result.cpu_us_per_request},
      {"policy_us_per_request", result.policy_us_per_request},
      {"peak_rss_mb", result.peak_rss_mb}};
  return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

}  // namespace tagtrail::host
