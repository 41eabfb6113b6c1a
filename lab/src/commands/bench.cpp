// `tagtrail bench`: what the engine costs as crawls grow, natively and in WebAssembly.
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <nlohmann/json.hpp>
#include <set>

#include "bench/bench_run.hpp"
#include "bench/synthetic_site.hpp"
#include "command_line/report_failure.hpp"
#include "commands/commands.hpp"
#include "replay/fork_pool.hpp"
#include "system/say.hpp"

namespace tagtrail::host {
namespace {

/// A million known URLs: about what fits the module's memory with any policy.
constexpr std::uint64_t kMostWasmPages = 200'000;

struct BenchArguments {
  std::uint64_t pages = 100'000;
  std::vector<std::string> policies{"bfs", "sb-classifier", "focused", "trail"};
  std::vector<std::uint64_t> urls;  ///< measured at so many known URLs instead
  std::string action_index = "exact";
  bool native = true;
  bool wasm = true;
  bool json = false;
};

/// One row of the table.
struct BenchRow {
  std::string policy;
  bool wasm = false;
  bool unique_paths = false;
  std::vector<std::uint64_t> at;   ///< measured at so many pages
  std::vector<BenchPoint> points;  ///< empty when it failed
};

std::vector<std::uint64_t> columns_of(const BenchArguments& arguments) {
  if (arguments.urls.empty()) return bench_points(arguments.pages);
  std::set<std::uint64_t> points;
  for (const std::uint64_t urls : arguments.urls) {
    points.insert(std::max<std::uint64_t>(urls / SyntheticSite::kNewLinks, 1));
  }
  return {points.begin(), points.end()};
}

std::vector<BenchRow> plan(const BenchArguments& arguments) {
  std::vector<BenchRow> rows;
  for (const bool wasm : {false, true}) {
    if (!(wasm ? arguments.wasm : arguments.native)) continue;
    for (const std::string& policy : arguments.policies) {
      for (const bool unique_paths : {false, true}) {
        std::vector<std::uint64_t> at = columns_of(arguments);
        if (wasm) std::erase_if(at, [](std::uint64_t pages) { return pages > kMostWasmPages; });
        rows.push_back({policy, wasm, unique_paths, std::move(at), {}});
      }
    }
  }
  return rows;
}

Config config_of(const BenchRow& row, const BenchArguments& arguments) {
  Config config;
  config.seed_url = SyntheticSite::kSeedUrl;
  config.policy = row.policy;
  config.scope = "host";
  config.sb.action_index = arguments.action_index;
  return config;
}

/// In a process of its own, so that its memory is this engine's.
int measure(const BenchRow& row, const BenchArguments& arguments, std::string& output) {
  const Config config = config_of(row, arguments);
  const char* home = std::getenv("TAGTRAIL_HOME");
  auto engine = row.wasm ? make_wasm_bench_engine(config, home != nullptr ? home : ".")
                         : make_native_bench_engine(config);
  if (!engine) return report_failure(engine.error());
  const auto points = run_bench(**engine, row.unique_paths, row.at);
  if (!points) return report_failure(points.error());
  output = to_json(*points).dump();
  return 0;
}

std::string size_text(std::uint64_t size) {
  if (size % 1'000'000 == 0) return fmt::format("{} M", size / 1'000'000);
  return size % 1000 == 0 ? fmt::format("{} k", size / 1000) : fmt::format("{}", size);
}

/// The cost of a request at the end, as a multiple of that at the first column.
std::string growth_text(const std::vector<BenchPoint>& points) {
  if (points.size() < 2 || points.front().us_per_request <= 0) return "-";
  return fmt::format("x {:.2f}", points.back().us_per_request / points.front().us_per_request);
}

void print_table(const std::vector<BenchRow>& rows, const BenchArguments& arguments) {
  const auto columns = columns_of(arguments);
  const bool in_urls = !arguments.urls.empty();
  say(stdout, "CPU per request in microseconds (and memory in MiB) at this many {}\n\n",
      in_urls ? "known URLs" : "pages");
  say(stdout, "{:<8} {:<16} {:<10}", "engine", "policy", "paths");
  for (const std::uint64_t at : columns) {
    say(stdout, " {:>18}", size_text(in_urls ? at * SyntheticSite::kNewLinks : at));
  }
  say(stdout, " {:>8}\n", "growth");
  for (const BenchRow& row : rows) {
    say(stdout, "{:<8} {:<16} {:<10}", row.wasm ? "wasm" : "native", row.policy,
        row.unique_paths ? "unique" : "hundreds");
    for (const BenchPoint& point : row.points) {
      say(stdout, " {:>18}",
          fmt::format("{:.1f} ({:.0f})", point.us_per_request,
                      static_cast<double>(point.memory_bytes) / 1048576.0));
    }
    const std::size_t not_read = columns.size() - std::min(columns.size(), row.points.size());
    say(stdout, "{:{}} {:>8}\n", "", not_read * 19, growth_text(row.points));
  }
}

void print_json(const BenchRow& row) {
  const nlohmann::json json = {{"engine", row.wasm ? "wasm" : "native"},
                               {"policy", row.policy},
                               {"unique_paths", row.unique_paths},
                               {"points", to_json(row.points)}};
  say(stdout, "{}\n", json.dump());
  std::fflush(stdout);
}

int run(const BenchArguments& arguments) {
  std::vector<BenchRow> rows = plan(arguments);
  for (const BenchRow& row : rows) {
    if (auto valid = validate(config_of(row, arguments)); !valid) {
      return report_failure(valid.error());
    }
  }
  int exit_code = exit_code::kDone;
  const bool show = isatty(STDERR_FILENO) != 0;
  std::size_t ended = 0;
  ForkPool pool;
  pool.tasks = rows.size();
  pool.body = [&](std::size_t task, std::string& output) {
    return measure(rows[task], arguments, output);
  };
  pool.done = [&](const TaskEnd& end) {
    const auto json = nlohmann::json::parse(end.output, nullptr, false);
    if (json.is_array()) rows[end.task].points = points_from_json(json);
    if (end.exit_code != 0) exit_code = end.exit_code;
    ++ended;
    if (show) say_over(stderr, "{} of {} rows", ended, rows.size());
    if (arguments.json) print_json(rows[end.task]);
  };
  const auto done = pool.run();
  if (show) say_over(stderr, "");
  if (!done) return report_failure(done.error());
  if (!arguments.json) print_table(rows, arguments);
  return exit_code;
}

}  // namespace

void add_bench(CLI::App& app, CommandContext& context) {
  auto* command = app.add_subcommand(
      "bench", "measure the engine on a made-up site of any size, or downloads ('bench fetch')");
  auto arguments = std::make_shared<BenchArguments>();
  command->add_option("--pages", arguments->pages, "pages to read; in WebAssembly at most 200,000")
      ->capture_default_str()
      ->check(CLI::Range(std::uint64_t{1}, std::uint64_t{100'000'000}));
  command
      ->add_option("--urls", arguments->urls,
                   "measure at this many known URLs (5 a page) instead, separated by commas")
      ->delimiter(',')
      ->excludes("--pages")
      ->check(CLI::Range(std::uint64_t{5}, std::uint64_t{500'000'000}));
  command->add_option("--policies", arguments->policies, "policies, separated by commas")
      ->delimiter(',')
      ->capture_default_str();
  command->add_option("--action-index", arguments->action_index, "exact, or hnsw (native only)")
      ->capture_default_str();
  command->add_flag("!--no-native", arguments->native, "leave out the native engine");
  command->add_flag("!--no-wasm", arguments->wasm, "leave out the WebAssembly engine");
  command->add_flag("--json", arguments->json, "one JSON object per row");
  command->footer(
      "Example:\n  tagtrail bench --pages 1000000 --policies bfs,sb-classifier\n"
      "  tagtrail bench --urls 10000,1000000 --policies trail,sb-classifier");
  command->require_subcommand(0, 1);
  add_bench_fetch(*command, context);
  command->callback([command, arguments, &context] {
    if (command->get_subcommands().empty()) context.exit_code = run(*arguments);
  });
}

}  // namespace tagtrail::host
