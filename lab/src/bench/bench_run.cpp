#include "bench/bench_run.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "bench/synthetic_site.hpp"

namespace tagtrail::host {
namespace {

/// Where the stretch begins over which the cost at `pages` is taken.
std::uint64_t window_start(std::uint64_t pages) {
  return pages - std::min(pages, std::max<std::uint64_t>(pages / 10, 1000));
}

}  // namespace

std::vector<std::uint64_t> bench_points(std::uint64_t pages) {
  std::vector<std::uint64_t> points;
  for (std::uint64_t at = 10'000; at < pages; at *= 10) points.push_back(at);
  points.push_back(pages);
  return points;
}

Expected<std::vector<BenchPoint>> run_bench(BenchEngine& engine, bool unique_paths,
                                            const std::vector<std::uint64_t>& points) {
  SyntheticSite site(unique_paths);
  std::vector<BenchPoint> measured;
  std::uint64_t read = 0;
  std::uint64_t requests = 0;
  std::uint64_t requests_before = 0;
  double cpu_before = 0;
  for (std::size_t point = 0; point < points.size();) {
    const auto asked = TRY(engine.next());
    // What a page costs comes with the next decision, which has considered its links.
    if (read >= points[point] || !asked) {
      BenchPoint at;
      at.pages = read;
      at.requests = requests;
      at.us_per_request =
          (engine.cpu_us() - cpu_before) /
          static_cast<double>(std::max<std::uint64_t>(requests - requests_before, 1));
      at.memory_bytes = engine.memory_bytes();
      measured.push_back(at);
      ++point;
    }
    if (!asked || point == points.size()) break;
    if (read == window_start(points[point])) {
      requests_before = requests;
      cpu_before = engine.cpu_us();
    }
    Response response = site.answer(asked->id, asked->url, asked->method);
    if (response.is_page) ++read;
    ++requests;
    TRY(engine.deliver(std::move(response)));
  }
  return measured;
}

nlohmann::json to_json(const std::vector<BenchPoint>& points) {
  auto json = nlohmann::json::array();
  for (const BenchPoint& point : points) {
    json.push_back({{"pages", point.pages},
                    {"requests", point.requests},
                    {"us_per_request", point.us_per_request},
                    {"memory_bytes", point.memory_bytes}});
  }
  return json;
}

std::vector<BenchPoint> points_from_json(const nlohmann::json& json) {
  std::vector<BenchPoint> points;
  for (const auto& point : json) {
    points.push_back({point.value("pages", std::uint64_t{0}),
                      point.value("requests", std::uint64_t{0}), point.value("us_per_request", 0.0),
                      point.value("memory_bytes", std::uint64_t{0})});
  }
  return points;
}

}  // namespace tagtrail::host
