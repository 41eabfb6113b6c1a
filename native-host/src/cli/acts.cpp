// `tagtrail acts`: the links that a job did not open because they do something.
#include <fmt/format.h>

#include <memory>
#include <nlohmann/json.hpp>

#include "cli/commands.hpp"
#include "cli/job_words.hpp"
#include "command_line/report_failure.hpp"
#include "store/job_reader.hpp"
#include "system/say.hpp"
#include "tagtrail/decision_json.hpp"

namespace tagtrail::host {
namespace {

struct ActsArguments {
  std::string job;
  bool json = false;
};

void print_link(const ActingLink& link, bool json) {
  if (json) {
    using Json = nlohmann::json;
    say(stdout, "{}\n",
        acting_link_to_json(link).dump(-1, ' ', false, Json::error_handler_t::replace));
    return;
  }
  say(stdout, "{}\n  {}{}{}\n", terminal_line(link.url),
      link.sure ? "" : "perhaps: ", terminal_line(link.reason),
      link.page.empty() ? std::string() : "; on " + terminal_line(link.page));
}

int run(const ActsArguments& arguments) {
  const auto job = JobReader::open(arguments.job);
  if (!job) return report_failure(job.error());
  std::uint64_t count = 0;
  const auto listed = job->each_acting([&](const ActingLink& link) -> Expected<void> {
    ++count;
    print_link(link, arguments.json);
    return {};
  });
  if (!listed) return report_failure(listed.error());
  if (arguments.json) return exit_code::kDone;
  say(stdout, "{} not opened, because {}\n", counted(count, "link"),
      count == 1 ? "it acts" : "they act");
  return exit_code::kDone;
}

}  // namespace

void add_acts(CLI::App& app, CommandContext& context) {
  auto* command = app.add_subcommand("acts",
                                     "list the links that a job did not open, because they "
                                     "delete, order, log out and the like");
  auto arguments = std::make_shared<ActsArguments>();
  command->add_option("JOB", arguments->job, "job folder; the job may be running")->required();
  command->add_flag("--json", arguments->json, "one JSON object per line");
  command->footer(
      "Example:\n"
      "  tagtrail acts harvest-example.org\n"
      "\n"
      "The panel allows them by groups; harvest with --open-acting all opens them.");
  command->callback([arguments, &context] { context.exit_code = run(*arguments); });
}

}  // namespace tagtrail::host
