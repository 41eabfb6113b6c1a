// `tagtrail replay`: crawls replicas with one or more policies, each run in a process of its own.
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <fstream>
#include <map>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <thread>

#include "command_line/add_job_options.hpp"
#include "command_line/report_failure.hpp"
#include "commands/commands.hpp"
#include "messaging/channel.hpp"
#include "options/ache_model_file.hpp"
#include "replay/fork_pool.hpp"
#include "replay/replay_run.hpp"
#include "store/own_files.hpp"
#include "system/say.hpp"
#include "tagtrail/decision_json.hpp"
#include "tagtrail/objective.hpp"

namespace tagtrail::host {
namespace {

struct ReplayArguments {
  std::vector<std::string> replicas;
  std::string policies = "trail";
  unsigned runs = 1;
  unsigned jobs = std::max(1U, std::thread::hardware_concurrency());
  std::string trace;
  bool json = false;
  std::optional<std::uint64_t> lambda_decay;  ///< nothing: by --max-requests
  JobRequest request;                         ///< whose configuration is that of each run

  ReplayArguments() {
    request.config = Config{};
    request.config.scope = "host";
    request.config.blocklist = "none";
    // As the published replay code: redirects are followed wherever they lead.
    request.config.follow_out_of_scope_redirects = true;
  }
};

/// One run to make, and what it printed.
struct Run {
  std::string replica;
  Config config;
  WithinReach reach;
  std::string output{};
  int status = 0;
};

/// Writes the recorded crawl as JSON lines: the configuration, then decision and record per step.
class TraceFile {
 public:
  TraceFile(const std::string& path, const Config& config) : out_(path) {
    out_ << config_to_json(config) << '\n';
  }
  void operator()(const Request& request, const Response& response) {
    const Bytes record = encode_response(response);
    const Json line = {{"request", request_to_json(request)},
                       {"record", to_base64(record.data(), record.size())}};
    out_ << line.dump(-1, ' ', false, Json::error_handler_t::replace) << '\n';
  }

 private:
  std::ofstream out_;
};

/// In a process of its own: leaves one JSON line, or prints an error and gives its exit code.
int run_here(const Run& run, const std::string& trace_path, std::string& output) {
  auto replica = Replica::open(run.replica);
  if (!replica) return report_failure(replica.error());
  Config config = run.config;
  config.seed_url = (*replica)->start_url();
  ReplayTrace trace;
  if (!trace_path.empty()) {
    trace = [file = std::make_shared<TraceFile>(trace_path, config)](
                const Request& request, const Response& response) { (*file)(request, response); };
  }
  const auto result = run_replay(**replica, config, run.reach, trace);
  if (!result) return report_failure(result.error());
  output = to_json_line(*result) + "\n";
  return 0;
}

std::vector<std::string> split_commas(const std::string& list) {
  std::vector<std::string> words;
  std::size_t begin = 0;
  while (begin <= list.size()) {
    const std::size_t comma = std::min(list.find(',', begin), list.size());
    if (comma > begin) words.push_back(list.substr(begin, comma - begin));
    begin = comma + 1;
  }
  return words;
}

struct Sample {
  std::vector<double> values;
  bool incomplete = false;

  std::string text() const {
    if (incomplete || values.empty()) return "-";
    double sum = 0;
    for (const double value : values) sum += value;
    const double mean = sum / static_cast<double>(values.size());
    double squares = 0;
    for (const double value : values) squares += (value - mean) * (value - mean);
    if (values.size() < 2) return fmt::format("{:.0f}", mean);
    return fmt::format("{:.0f} ({:.0f})", mean,
                       std::sqrt(squares / static_cast<double>(values.size() - 1)));
  }
};

/// Site and policy, in the order of the command line, with mean and standard deviation over seeds.
void print_table(const std::vector<Run>& runs) {
  struct Row {
    std::uint64_t reachable = 0;
    double reachable_gain = 0;
    std::map<std::string, Sample> columns;
  };
  std::vector<std::pair<std::string, Row>> rows;
  for (const Run& run : runs) {
    const Json json = Json::parse(run.output, nullptr, false);
    if (json.is_discarded()) continue;
    const std::string key = fmt::format("{:<16} {:<14}", json["site"].get<std::string>(),
                                        json["policy"].get<std::string>());
    if (rows.empty() || rows.back().first != key) rows.emplace_back(key, Row{});
    Row& row = rows.back().second;
    row.reachable = json["targets"]["reachable"].get<std::uint64_t>();
    row.reachable_gain = json["gain"]["reachable"].get<double>();
    row.columns["gain"].values.push_back(json["gain"]["found"].get<double>());
    row.columns["found"].values.push_back(json["targets"]["found"].get<double>());
    row.columns["total"].values.push_back(json["requests"]["total"].get<double>());
    row.columns["cpu"].values.push_back(json["cpu_us_per_request"].get<double>());
    row.columns["policy"].values.push_back(json["policy_us_per_request"].get<double>());
    for (const auto& [level, value] : json["requests_to"].items()) {
      Sample& sample = row.columns[level];
      if (value.is_null()) {
        sample.incomplete = true;
      } else {
        sample.values.push_back(value.get<double>());
      }
    }
  }
  const bool tells_gain = !runs.empty() && (objective_of(runs[0].config).of_pages ||
                                            objective_of(runs[0].config).weighs_files);
  const auto gain_cells = [&](const std::string& reachable, const std::string& found) {
    return tells_gain ? fmt::format(" {:>9} {:>16}", reachable, found) : std::string();
  };
  say(stdout, "{:<16} {:<14} {:>8} {:>10}{} {:>14} {:>14} {:>14} {:>14} {:>12} {:>12}\n", "site",
      "policy", "targets", "found", gain_cells("gain", "got"), "to 50 %", "to 90 %", "to 100 %",
      "requests", "us/request", "policy us");
  for (auto& [key, row] : rows) {
    say(stdout, "{} {:>8} {:>10}{} {:>14} {:>14} {:>14} {:>14} {:>12} {:>12}\n", key, row.reachable,
        row.columns["found"].text(),
        gain_cells(fmt::format("{:.0f}", row.reachable_gain), row.columns["gain"].text()),
        row.columns["50"].text(), row.columns["90"].text(), row.columns["100"].text(),
        row.columns["total"].text(), row.columns["cpu"].text(), row.columns["policy"].text());
  }
}

Expected<std::vector<Run>> plan_runs(const ReplayArguments& arguments) {
  if (arguments.request.fault) return tl::unexpected(*arguments.request.fault);
  Config asked = arguments.request.config;
  asked.anthelion.decay =
      arguments.lambda_decay.value_or(AnthelionParameters::decay_of(asked.budget.requests));
  if (!arguments.request.ache_model.empty()) {
    asked.ache.model = TRY(read_ache_model(arguments.request.ache_model));
  }
  std::vector<Run> runs;
  for (const std::string& replica : arguments.replicas) {
    auto opened = TRY(Replica::open(replica));
    asked.seed_url = opened->start_url();
    TRY(validate(asked));
    // Once for all runs: with an objective of pages all of them are read for that.
    const auto reach = TRY(count_within_reach(*opened, asked));
    for (const std::string& policy : split_commas(arguments.policies)) {
      for (unsigned run = 0; run < arguments.runs; ++run) {
        Config config = asked;
        config.policy = policy;
        config.seed += run;
        TRY(validate(config));
        runs.push_back({replica, config, reach});
      }
    }
  }
  return runs;
}

int run_replays(const ReplayArguments& arguments) {
  if (!arguments.trace.empty()) {
    const auto free = refuse_job_data(arguments.trace);
    if (!free) return report_failure(free.error());
  }
  auto runs = plan_runs(arguments);
  if (!runs) return report_failure(runs.error());
  const bool show = isatty(STDERR_FILENO) != 0;
  std::size_t ended = 0;
  ForkPool pool;
  pool.tasks = runs->size();
  pool.jobs = arguments.jobs;
  pool.body = [&](std::size_t task, std::string& output) {
    return run_here((*runs)[task], arguments.trace, output);
  };
  pool.done = [&](TaskEnd end) {
    Run& run = (*runs)[end.task];
    run.status = end.exit_code;
    run.output = std::move(end.output);
    ++ended;
    if (show) say_over(stderr, "{} of {} runs", ended, runs->size());
    if (arguments.json) {
      say(stdout, "{}", run.output);
      std::fflush(stdout);
    }
  };
  const auto made = pool.run();
  if (show) say_over(stderr, "");
  if (!made) return report_failure(made.error());
  if (!arguments.json) print_table(*runs);
  for (const Run& run : *runs) {
    if (run.status != 0) return run.status;
  }
  return 0;
}

/// Those that no harvest has.
void add_anthelion_options(CLI::App& command, ReplayArguments& arguments) {
  AnthelionParameters& anthelion = arguments.request.config.anthelion;
  command
      .add_option("--lambda", anthelion.lambda,
                  "share of anthelion's choices made among all hosts at random, at first")
      ->capture_default_str();
  command.add_option(
      "--lambda-decay", arguments.lambda_decay,
      "choices after which that share is half, 10000 without --max-requests, else one "
      "in a hundred of these; 0: it stays");
  command.add_option_function<std::uint64_t>(
      "--training-pages",
      [&anthelion](std::uint64_t pages) {
        anthelion.online = false;
        anthelion.training_pages = pages;
      },
      "anthelion learns from so many answers only");
}

}  // namespace

void add_replay(CLI::App& app, CommandContext& context) {
  auto* command = app.add_subcommand("replay", "crawl replicas and measure policies side by side");
  auto arguments = std::make_shared<ReplayArguments>();
  command->add_option("REPLICA", arguments->replicas, "replicas made by import")->required();
  command->add_option("--policy", arguments->policies, "policies, separated by commas")
      ->capture_default_str();
  command->add_option("--runs", arguments->runs, "runs of each, each with the next seed")
      ->capture_default_str()
      ->check(CLI::Range(1U, 100'000U));
  add_job_options(*command, arguments->request,
                  {"--about",
                   "--objective",
                   "--markup",
                   "--markup-min",
                   "--markup-count",
                   "--targets",
                   "--scope",
                   "--blocklist",
                   "--sitemaps",
                   "--leave-traps",
                   "--max-requests",
                   "--stop-at",
                   "--stop-confidence",
                   "--stop-when-exhausted",
                   "--seed",
                   "--classifier",
                   "--classifier-features",
                   "--action-index",
                   "--host-function",
                   "--link-classifier",
                   "--link-features",
                   "--acebot-sample",
                   "--acebot-steps",
                   "--acebot-completion",
                   "--acebot-labels",
                   "--ache-model",
                   "--ache-mode",
                   "--ache-learn-every",
                   "--ache-site-results",
                   "--ache-site-pages"});
  add_anthelion_options(*command, *arguments);
  command->add_option("--jobs", arguments->jobs, "runs at a time")
      ->capture_default_str()
      ->check(CLI::Range(1U, 1024U));
  command->add_option("--trace", arguments->trace,
                      "write each decision and answer of a single run to this file");
  command->add_flag("--json", arguments->json, "one JSON object per run");
  command->footer(
      "Example:\n  tagtrail replay a.replica b.replica --policy trail,sb-classifier,bfs --runs 10");
  command->callback([arguments, &context] { context.exit_code = run_replays(*arguments); });
}

}  // namespace tagtrail::host
