// `tagtrail hosts`: what a job got from each of its hosts.
#include <fmt/format.h>

#include <memory>

#include "cli/commands.hpp"
#include "command_line/report_failure.hpp"
#include "export/host_table.hpp"
#include "system/say.hpp"

namespace tagtrail::host {
namespace {

struct HostsArguments {
  std::string job;
  bool json = false;
};

int run(const HostsArguments& arguments) {
  const auto job = JobReader::open(arguments.job);
  if (!job) return report_failure(job.error());
  const auto hosts = count_hosts(*job);
  if (!hosts) return report_failure(hosts.error());
  say(stdout, "{}", arguments.json ? to_json(*hosts) : to_text(*hosts));
  return exit_code::kDone;
}

}  // namespace

void add_hosts(CLI::App& app, CommandContext& context) {
  auto* command = app.add_subcommand("hosts", "show what a job got from each of its hosts");
  auto arguments = std::make_shared<HostsArguments>();
  command->add_option("JOB", arguments->job, "job folder; the job may be running")->required();
  command->add_flag("--json", arguments->json, "one JSON array");
  command->footer("Example:\n  tagtrail hosts harvest-example.org");
  command->callback([arguments, &context] { context.exit_code = run(*arguments); });
}

}  // namespace tagtrail::host
