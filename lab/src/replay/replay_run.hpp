// One crawl of a replica, measured.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "replica/replica_judge.hpp"
#include "tagtrail/engine.hpp"

namespace tagtrail::host {

/// The shares, in per cent, at which requests and bytes are reported: of the gain within reach
/// (WithinReach), which is the number of targets where each is worth 1.
inline constexpr std::array<unsigned, 5> kLevels{50, 80, 90, 95, 100};

struct ReplayResult {
  /// What was counted when each of kLevels was reached; nothing for a level never reached.
  using Levels = std::array<std::optional<std::uint64_t>, kLevels.size()>;

  std::string site;
  std::string policy;
  std::uint64_t seed = 0;
  std::string objective;
  std::size_t reachable_targets = 0;
  double reachable_gain = 0;
  Progress progress;
  StopReason stopped_by = StopReason::frontier_empty;
  Levels requests_to;
  Levels other_bytes_to;
  /// Bytes that are not targets' when so much of the *volume* of targets was there; empty where the
  /// site's volume is not known.
  Levels other_bytes_to_volume;
  Confusion confusion;
  std::vector<GroupReport> groups;
  double cpu_us_per_request = 0;     ///< reading the replica and parsing its HTML included
  double policy_us_per_request = 0;  ///< in the engine alone
  std::uint64_t peak_rss_mb = 0;     ///< of this process
};

/// A recorded site that is ready to answer one crawl.
struct ReplaySite {
  std::string name;
  std::size_t reachable_targets = 0;
  double reachable_gain = 0;
  std::uint64_t target_bytes = 0;  ///< of all of them; 0 where that is not known
  Oracle* oracle = nullptr;        ///< borrowed
  std::function<Expected<Response>(const Request&)> answer;
};

/// Called at each step with the decision and the answer that is delivered next.
using ReplayTrace = std::function<void(const Request&, const Response&)>;

/// What to call at each step, where set.
struct ReplayWatch {
  ReplayTrace trace;
  std::function<void(const Progress&)> progress;  ///< after the delivery
};

/// Crawls to the end (or to the limits of `config`). `config.seed_url` is the replica's start.
/// Errors: the engine's and the site's.
Expected<ReplayResult> run_replay(const ReplaySite& site, const Config& config,
                                  const ReplayWatch& watch);
/// With the answers of the replica itself, its stored HTML parsed as it is asked for; `reach` is
/// what is within reach of `config` there.
Expected<ReplayResult> run_replay(Replica& replica, const Config& config, const WithinReach& reach,
                                  const ReplayTrace& trace);
/// The same, counting first what is within reach.
Expected<ReplayResult> run_replay(Replica& replica, const Config& config, const ReplayTrace& trace);

/// The object of `replay --json`: one line of JSON.
std::string to_json_line(const ReplayResult& result);

}  // namespace tagtrail::host
