// `tagtrail fleet status` and `tagtrail fleet results`: how a fleet is doing, and what it has
// found.
#include <fmt/format.h>

#include <memory>
#include <nlohmann/json.hpp>

#include "cli/fleet_commands.hpp"
#include "cli/job_words.hpp"
#include "command_line/report_failure.hpp"
#include "export/rows.hpp"
#include "fleet/catalogue.hpp"
#include "fleet/fleet_status.hpp"
#include "store/own_files.hpp"
#include "system/atomic_file.hpp"
#include "system/say.hpp"

namespace tagtrail::host {
namespace {

struct StatusArguments {
  std::string url;
  bool json = false;
};

struct ResultsArguments {
  std::string url;
  std::string format = "csv";
  std::string output = "-";
  CatalogueFilter filter;
};

nlohmann::ordered_json json_of(const SitesOfState& some) {
  return {{"sites", some.sites},
          {"files", some.files},
          {"requests", some.requests},
          {"bytes", some.bytes}};
}

nlohmann::ordered_json json_of(const FleetStatus& status) {
  nlohmann::ordered_json json = {{"paused", status.paused}};
  json["states"] = nlohmann::ordered_json::object();
  for (const SitesOfState& some : status.states) json["states"][some.state] = json_of(some);
  json["last_hour"] = json_of(status.last_hour);
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
    json["workers"].push_back({{"id", worker.id},
                               {"machine", worker.machine},
                               {"folder", worker.folder},
                               {"program", worker.program},
                               {"jobs", worker.jobs},
                               {"running", worker.running},
                               {"seen_seconds_ago", worker.seen_seconds_ago},
                               {"left", worker.left}});
  }
  return json;
}

void print_status(const FleetStatus& status) {
  if (status.paused) say(stdout, "paused: no worker takes another site\n");
  say(stdout, "{:<10} {:>11} {:>13} {:>13} {:>10}\n", "sites", "", "files", "requests", "size");
  for (const SitesOfState& some : status.states) {
    say(stdout, "{:<10} {:>11} {:>13} {:>13} {:>10}\n", some.state, grouped(some.sites),
        grouped(some.files), grouped(some.requests), size_text(some.bytes));
  }
  say(stdout, "in the last hour {} ended, with {} and {}\n",
      counted(status.last_hour.sites, "site"), counted(status.last_hour.files, "file"),
      counted(status.last_hour.requests, "request"));
  for (const SitesOfCause& some : status.causes) {
    say(stdout, "{} {} ({}), such as {}: {}\n", grouped(some.sites), some.state, some.cause,
        terminal_line(some.example), terminal_line(some.reason));
  }
  for (const SeenWorker& worker : status.workers) {
    const std::string seen =
        worker.left ? "has left" : "seen " + time_text(worker.seen_seconds_ago) + " ago";
    say(stdout, "worker {} on {} ({}): {} of {} running, {}\n", worker.id,
        terminal_line(worker.machine), terminal_line(worker.folder), worker.running, worker.jobs,
        seen);
  }
}

int show_status(const StatusArguments& arguments) {
  auto connection = open_fleet(arguments.url);
  if (!connection) return report_failure(connection.error());
  const auto status = read_fleet_status(*connection);
  if (!status) return report_failure(status.error());
  if (arguments.json) {
    say(stdout, "{}\n",
        json_of(*status).dump(-1, ' ', false, nlohmann::ordered_json::error_handler_t::replace));
  } else {
    print_status(*status);
  }
  return exit_code::kDone;
}

Expected<void> write_rows(const ResultsArguments& arguments, const ExportSink& out) {
  auto connection = TRY(open_fleet(arguments.url));
  const bool csv = arguments.format == "csv";
  if (csv) TRY(out(csv_names(empty_catalogue_row())));
  return each_catalogued(connection, arguments.filter, [&](const nlohmann::ordered_json& row) {
    return out(csv ? csv_values(row) : jsonl_line(row));
  });
}

Expected<void> put_row(std::string_view text) {
  if (std::fwrite(text.data(), 1, text.size(), stdout) == text.size()) return {};
  return fail(ErrorCode::io, "standard output can't be written");
}

Expected<void> write_results(const ResultsArguments& arguments) {
  if (arguments.output == "-") return write_rows(arguments, put_row);
  TRY(refuse_job_data(arguments.output));
  auto file = TRY(AtomicFile::create(arguments.output, kUsersFile));
  TRY(write_rows(arguments, [&file](std::string_view text) { return file.write(text); }));
  return file.publish();
}

int show_results(const ResultsArguments& arguments) {
  const auto written = write_results(arguments);
  return written ? exit_code::kDone : report_failure(written.error());
}

}  // namespace

void add_fleet_status(CLI::App& fleet, CommandContext& context) {
  auto* command = fleet.add_subcommand("status", "show sites, files, workers and failures");
  auto arguments = std::make_shared<StatusArguments>();
  add_database_option(*command, arguments->url);
  command->add_flag("--json", arguments->json, "one JSON object");
  command->callback([arguments, &context] { context.exit_code = show_status(*arguments); });
}

void add_fleet_results(CLI::App& fleet, CommandContext& context) {
  auto* command = fleet.add_subcommand("results", "list the files of all sites that have ended");
  auto arguments = std::make_shared<ResultsArguments>();
  add_database_option(*command, arguments->url);
  command->add_option("--format", arguments->format, "what to write")
      ->capture_default_str()
      ->check(CLI::IsMember({"csv", "jsonl"}));
  command->add_option("-o,--output", arguments->output, "the file to write, - for standard output")
      ->capture_default_str();
  command->add_option("--host", arguments->filter.host, "only files of this host (without www.)");
  command->add_option("--type", arguments->filter.type,
                      "only files of this type: text/csv, or an extension such as xlsx");
  command->add_option("--since", arguments->filter.since,
                      "only files fetched since: 2026-01-31, or a time in UTC");
  command->callback([arguments, &context] { context.exit_code = show_results(*arguments); });
}

}  // namespace tagtrail::host
