// `tagtrail bench fetch`: many files from a fast server on loopback, by us and by others, in turns.
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <memory>
#include <nlohmann/json.hpp>

#include "bench/fetch_contest.hpp"
#include "browser/temporary_folder.hpp"
#include "command_line/report_failure.hpp"
#include "commands/commands.hpp"
#include "system/say.hpp"

namespace tagtrail::host {
namespace {

struct FetchArguments {
  ContestOptions contest;
  unsigned runs = 3;
  bool json = false;
};

struct ContestRow {
  Contestant contestant;
  std::vector<ContestTime> times;
  std::string failure;
};

double median(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  return values[values.size() / 2];
}

double median_seconds(const ContestRow& row) {
  std::vector<double> seconds;
  for (const ContestTime& time : row.times) seconds.push_back(time.seconds);
  return median(std::move(seconds));
}

double median_cpu(const ContestRow& row) {
  std::vector<double> seconds;
  for (const ContestTime& time : row.times) seconds.push_back(time.cpu_seconds);
  return median(std::move(seconds));
}

void print_row(const ContestRow& row, const FetchArguments& arguments) {
  if (row.times.empty()) {
    say(stdout, "{:<22} {}\n", row.contestant.name, row.failure);
    return;
  }
  const auto [least, most] = std::minmax_element(
      row.times.begin(), row.times.end(),
      [](const ContestTime& a, const ContestTime& b) { return a.seconds < b.seconds; });
  const double seconds = median_seconds(row);
  say(stdout, "{:<22} {:>8.2f} {:>8.2f} {:>8.2f} {:>9.0f} {:>9.2f}\n", row.contestant.name,
      least->seconds, seconds, most->seconds,
      static_cast<double>(arguments.contest.site.files) / seconds, median_cpu(row));
}

void print_table(const std::vector<ContestRow>& rows, const FetchArguments& arguments) {
  const ContestOptions& contest = arguments.contest;
  say(stdout, "{} files of {} bytes, {} connections, {} runs each, in turns, into {}\n\n",
      contest.site.files, contest.site.bytes, contest.connections, arguments.runs,
      contest.place.string());
  say(stdout, "{:<22} {:>8} {:>8} {:>8} {:>9} {:>9}\n", "", "least s", "median s", "most s",
      "files/s", "CPU s");
  for (const ContestRow& row : rows) print_row(row, arguments);
  say(stdout,
      "\nOnly tagtrail syncs its files to the disk; it also reads the pages that link to them,\n"
      "decides on each link, hashes each file and records each request.\n");
}

void print_json(const ContestRow& row, const FetchArguments& arguments) {
  nlohmann::json runs = nlohmann::json::array();
  for (const ContestTime& time : row.times) {
    runs.push_back({{"seconds", time.seconds}, {"cpu_seconds", time.cpu_seconds}});
  }
  const nlohmann::json json = {{"program", row.contestant.name},
                               {"files", arguments.contest.site.files},
                               {"bytes", arguments.contest.site.bytes},
                               {"connections", arguments.contest.connections},
                               {"runs", std::move(runs)},
                               {"failure", row.failure}};
  say(stdout, "{}\n", json.dump());
}

int run(const FetchArguments& arguments) {
  auto server = FileServer::start(arguments.contest.site);
  if (!server) return report_failure(server.error());
  std::vector<ContestRow> rows;
  for (Contestant& contestant : contestants()) {
    const bool there = is_installed(contestant);
    rows.push_back({std::move(contestant), {}, there ? "" : "not installed"});
  }
  std::vector<TemporaryFolder> used;
  int code = exit_code::kDone;
  const bool show = ::isatty(STDERR_FILENO) != 0;
  for (unsigned turn = 0; turn < arguments.runs; ++turn) {
    for (ContestRow& row : rows) {
      if (!row.failure.empty()) continue;
      if (show) say_over(stderr, "round {}: {}", turn + 1, row.contestant.name);
      auto time = run_contestant(row.contestant, arguments.contest, *server, used);
      if (time) {
        row.times.push_back(*time);
        continue;
      }
      row.times.clear();
      row.failure = time.error().message;
      code = exit_code::kSomeFailed;
    }
  }
  if (show) say_over(stderr, "");
  if (arguments.json) {
    for (const ContestRow& row : rows) print_json(row, arguments);
  } else {
    print_table(rows, arguments);
  }
  return code;
}

}  // namespace

void add_bench_fetch(CLI::App& bench, CommandContext& context) {
  auto* command = bench.add_subcommand(
      "fetch", "download many files, against curl --parallel, wget2 and aria2");
  auto arguments = std::make_shared<FetchArguments>();
  arguments->contest.place = temporary_place();
  FileSite& site = arguments->contest.site;
  site = {.files = 5000, .bytes = 10'000};
  command->add_option("--files", site.files, "how many")
      ->capture_default_str()
      ->check(CLI::Range(1, 1'000'000));
  command->add_option("--size", site.bytes, "bytes of each")
      ->capture_default_str()
      ->check(CLI::Range(32, 1'000'000'000));
  command->add_option("--connections", arguments->contest.connections, "of each program")
      ->capture_default_str()
      ->check(CLI::Range(1, 128));
  command->add_option("--runs", arguments->runs, "of each program")
      ->capture_default_str()
      ->check(CLI::Range(1, 100));
  command->add_option("--place", arguments->contest.place, "folder on the disk to be measured")
      ->capture_default_str()
      ->check(CLI::ExistingDirectory);
  command->add_flag("--json", arguments->json, "one JSON object per program");
  command->footer(
      "Programs that are not installed are left out; 'eatmydata' gives our figure without "
      "syncing.\n"
      "Example:\n  tagtrail bench fetch --files 20000 --connections 32");
  command->callback([arguments, &context] {
    arguments->contest.program = context.program;
    context.exit_code = run(*arguments);
  });
}

}  // namespace tagtrail::host
