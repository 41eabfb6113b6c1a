// `tagtrail fleet status`: how a fleet is doing.
#include "fleet/fleet_status.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <thread>

#include "cli/fleet_commands.hpp"
#include "cli/fleet_endings.hpp"
#include "cli/fleet_metrics.hpp"
#include "cli/job_words.hpp"
#include "command_line/report_failure.hpp"
#include "options/amounts.hpp"
#include "system/say.hpp"

namespace tagtrail::host {
namespace {

struct StatusArguments {
  std::string url;
  bool json = false;
  bool metrics = false;
  std::string watch;
};

nlohmann::ordered_json json_of(const SitesOfState& some) {
  return {{"sites", some.sites},
          {"files", some.files},
          {"requests", some.requests},
          {"bytes", some.bytes}};
}

nlohmann::ordered_json json_of(const FleetRates& rates) {
  return {{"requests", rates.requests}, {"files", rates.files}, {"bytes", rates.bytes}};
}

nlohmann::ordered_json or_null(const std::optional<double>& number) {
  return number ? nlohmann::ordered_json(*number) : nlohmann::ordered_json(nullptr);
}

nlohmann::ordered_json json_of(const FleetStatus& status) {
  nlohmann::ordered_json json = {{"paused", status.paused}};
  json["states"] = nlohmann::ordered_json::object();
  for (const SitesOfState& some : status.states) json["states"][some.state] = json_of(some);
  json["complete"] = status.account.is_complete();
  json["sites"] = account_to_json(status.account);
  json["not_complete"] = status.incomplete;
  json["last_hour"] = json_of(status.last_hour);
  json["per_second"] = json_of(status.rates);
  json["remaining_seconds"] = or_null(status.remaining_seconds);
  json["scheduled"] = {{"sites", status.scheduled.sites},
                       {"due", status.scheduled.due},
                       {"next_seconds", or_null(status.scheduled.next_seconds)}};
  json["failures"] = nlohmann::ordered_json::array();
  for (const SitesOfCause& some : status.causes) {
    json["failures"].push_back({{"state", some.state},
                                {"cause", some.cause},
                                {"sites", some.sites},
                                {"example", some.example},
                                {"reason", some.reason}});
  }
  json["workers"] = nlohmann::ordered_json::array();
  for (const SeenWorker& worker : status.workers) {
    json["workers"].push_back(
        {{"id", worker.id},
         {"machine", worker.machine},
         {"folder", worker.folder},
         {"program", worker.program},
         {"jobs", worker.jobs},
         {"running", worker.running},
         {"requests", worker.requests},
         {"files", worker.files},
         {"bytes", worker.bytes},
         {"per_second",
          json_of(FleetRates{worker.request_rate, worker.file_rate, worker.byte_rate})},
         {"seen_seconds_ago", worker.seen_seconds_ago},
         {"left", worker.left}});
  }
  return json;
}

void print_schedule(const ScheduledSites& scheduled) {
  if (scheduled.sites == 0) return;
  const std::string next = scheduled.next_seconds
                               ? ", the next in " + time_text(*scheduled.next_seconds)
                               : std::string();
  say(stdout, "{} again on a schedule: {} due{}\n", counted(scheduled.sites, "site"),
      grouped(scheduled.due), next);
}

/// How many are complete, and the first of those that could be.
void print_endings(const FleetStatus& status) {
  for (const std::string& line : account_lines(status.account)) {
    say(stdout, "{}\n", terminal_line(line));
  }
  for (const auto& site : status.incomplete) {
    for (const std::string& line : site_lines(site)) say(stdout, "{}\n", terminal_line(line));
  }
  const FleetAccount& account = status.account;
  const std::uint64_t others = account.sites() - account.complete() -
                               account.of(SiteEnding::held).sites -
                               account.of(SiteEnding::not_begun).sites;
  if (others <= status.incomplete.size()) return;
  say(stdout, "and {} more: tagtrail fleet results --sites\n",
      grouped(others - status.incomplete.size()));
}

void print_status(const FleetStatus& status) {
  if (status.paused) say(stdout, "paused: no worker takes another site\n");
  say(stdout, "{:<10} {:>11} {:>13} {:>13} {:>10}\n", "sites", "", "files", "requests", "size");
  for (const SitesOfState& some : status.states) {
    say(stdout, "{:<10} {:>11} {:>13} {:>13} {:>10}\n", some.state, grouped(some.sites),
        grouped(some.files), grouped(some.requests), size_text(some.bytes));
  }
  print_endings(status);
  say(stdout, "in the last hour {} ended, with {} and {}\n",
      counted(status.last_hour.sites, "site"), counted(status.last_hour.files, "file"),
      counted(status.last_hour.requests, "request"));
  say(stdout, "in the last minute {:.1f} requests and {:.2f} files a second, {} a second\n",
      status.rates.requests, status.rates.files,
      size_text(static_cast<std::uint64_t>(status.rates.bytes)));
  if (status.remaining_seconds && *status.remaining_seconds > 0) {
    say(stdout, "at the pace of the last hour the rest takes {}\n",
        time_text(*status.remaining_seconds));
  }
  print_schedule(status.scheduled);
  for (const SitesOfCause& some : status.causes) {
    say(stdout, "{} {} ({}), such as {}: {}\n", grouped(some.sites), some.state,
        terminal_line(some.cause), terminal_line(some.example), terminal_line(some.reason));
  }
  for (const SeenWorker& worker : status.workers) {
    const std::string seen =
        worker.left ? "has left" : "seen " + time_text(worker.seen_seconds_ago) + " ago";
    say(stdout, "worker {} on {} ({}): {} of {} running, {:.1f} requests a second, {}\n",
        terminal_line(worker.id), terminal_line(worker.machine), terminal_line(worker.folder),
        worker.running, worker.jobs, worker.request_rate, seen);
  }
}

void show(const StatusArguments& arguments, const FleetStatus& status) {
  if (arguments.metrics) {
    say(stdout, "{}", fleet_metrics(status));
  } else if (arguments.json) {
    say(stdout, "{}\n",
        json_of(status).dump(-1, ' ', false, nlohmann::ordered_json::error_handler_t::replace));
  } else {
    print_status(status);
  }
}

int show_status(const StatusArguments& arguments) {
  auto connection = open_fleet(arguments.url);
  if (!connection) return report_failure(connection.error());
  const auto every = parse_duration_ms(arguments.watch.empty() ? "0" : arguments.watch);
  if (!every) return report_failure(every.error());
  for (;;) {
    const auto status = read_fleet_status(*connection);
    if (!status) return report_failure(status.error());
    show(arguments, *status);
    if (arguments.watch.empty()) return exit_code::kDone;
    // Until Ctrl-C.
    (void)std::fflush(stdout);
    std::this_thread::sleep_for(std::chrono::milliseconds(std::max<std::uint64_t>(*every, 500)));
    say(stdout, "\n");
  }
}

}  // namespace

void add_fleet_status(CLI::App& fleet, CommandContext& context) {
  auto* command = fleet.add_subcommand("status", "show sites, files, workers and failures");
  auto arguments = std::make_shared<StatusArguments>();
  add_database_option(*command, arguments->url);
  command->add_flag("--json", arguments->json, "one JSON object");
  command->add_flag("--metrics", arguments->metrics, "the text format of Prometheus")
      ->excludes("--json");
  command->add_option("--watch", arguments->watch, "again after so long (5s), until Ctrl-C");
  command->callback([arguments, &context] { context.exit_code = show_status(*arguments); });
}

}  // namespace tagtrail::host
