// One crawl of a replica, measured.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "replay/replica.hpp"
#include "tagtrail/engine.hpp"

namespace tagtrail::host {

/// The shares of targets, in per cent, at which requests and bytes are reported.
inline constexpr std::array<unsigned, 5> kLevels{50, 80, 90, 95, 100};

struct ReplayResult {
  std::string site;
  std::string policy;
  std::uint64_t seed = 0;
  std::size_t reachable_targets = 0;
  Progress progress;
  std::array<std::optional<std::uint64_t>, kLevels.size()> requests_to;
  std::array<std::optional<std::uint64_t>, kLevels.size()> other_bytes_to;
  double cpu_us_per_request = 0;     ///< reading the replica and parsing its HTML included
  double policy_us_per_request = 0;  ///< in the engine alone
  std::uint64_t peak_rss_mb = 0;     ///< of this process
};

/// Called after each step with the decision and the answer delivered.
using ReplayTrace = std::function<void(const Request&, const Response&)>;

/// Crawls to the end (or to the limits of `config`). `config.seed_url` is the replica's start.
/// Errors: the engine's and the replica's.
Expected<ReplayResult> run_replay(Replica& replica, const Config& config, const ReplayTrace& trace);

/// The object of `replay --json` (design: "Contract: the command line").
std::string to_json_line(const ReplayResult& result);

}  // namespace tagtrail::host
