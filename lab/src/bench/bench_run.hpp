// One crawl of the synthetic site, measured at several sizes.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <vector>

#include "bench/bench_engine.hpp"

namespace tagtrail::host {

/// How the engine was when it had read so many pages.
struct BenchPoint {
  std::uint64_t pages = 0;
  std::uint64_t requests = 0;
  double us_per_request = 0;  ///< CPU, over the last tenth of the pages (at least 1000)
  std::uint64_t memory_bytes = 0;
};

/// The powers of ten from 10,000 to `pages`, and `pages` itself.
std::vector<std::uint64_t> bench_points(std::uint64_t pages);

/// Measures at each of these numbers of pages, which rise. Errors: the engine's.
Expected<std::vector<BenchPoint>> run_bench(BenchEngine& engine, bool unique_paths,
                                            const std::vector<std::uint64_t>& points);

nlohmann::json to_json(const std::vector<BenchPoint>& points);
std::vector<BenchPoint> points_from_json(const nlohmann::json& json);

}  // namespace tagtrail::host
