// `tagtrail politeness`: how a job behaved towards its hosts, from what it recorded.
#include <fmt/format.h>

#include <memory>

#include "cli/commands.hpp"
#include "command_line/report_failure.hpp"
#include "export/manners.hpp"
#include "system/say.hpp"

namespace tagtrail::host {
namespace {

struct PolitenessArguments {
  std::string job;
  bool json = false;
};

int run(const PolitenessArguments& arguments) {
  const auto job = JobReader::open(arguments.job);
  if (!job) return report_failure(job.error());
  const auto manners = read_manners(*job);
  if (!manners) return report_failure(manners.error());
  say(stdout, "{}", arguments.json ? to_json(*manners) : to_text(*manners));
  return manners->polite() ? exit_code::kDone : exit_code::kSomeFailed;
}

}  // namespace

void add_politeness(CLI::App& app, CommandContext& context) {
  auto* command = app.add_subcommand("politeness", "show how a job behaved towards its hosts");
  auto arguments = std::make_shared<PolitenessArguments>();
  command->add_option("JOB", arguments->job, "job folder; the job may be running")->required();
  command->add_flag("--json", arguments->json, "one JSON object");
  command->footer(
      "For each host: requests, the delay in force, the gaps between requests, what robots.txt\n"
      "says, and whether pauses that the server asked for were kept. The exit code is 1 when a\n"
      "request was made before its time.\n"
      "Example:\n"
      "  tagtrail politeness harvest-example.org");
  command->callback([arguments, &context] { context.exit_code = run(*arguments); });
}

}  // namespace tagtrail::host
