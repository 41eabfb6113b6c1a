// `tagtrail harvest`: finds and fetches the data files of one site.
#include <memory>

#include "cli/commands.hpp"
#include "cli/harvest_plan.hpp"
#include "command_line/add_job_options.hpp"
#include "system/lease.hpp"
#include "system/say.hpp"

namespace tagtrail::host {

void add_harvest(CLI::App& app, CommandContext& context) {
  auto* command = app.add_subcommand("harvest", "find and fetch the data files of a site");
  auto arguments = std::make_shared<HarvestArguments>();
  command->add_option("URL", arguments->url, "where to start; not needed with --seeds");
  add_job_options(*command, arguments->request);
  command->footer(
      "Examples:\n"
      "  tagtrail harvest https://example.org/statistics/\n"
      "  tagtrail harvest example.org --targets csv,xlsx --max-requests 500 --browser never\n"
      "  tagtrail harvest --seeds sites.txt --scope web --host-pages 200 --browser never\n"
      "\n"
      "The same command resumes a harvest that was stopped or killed. With --revisit a finished "
      "one\n"
      "looks for what is new; --max-requests and other limits are then those of this round.");
  command->callback([arguments, &context] {
    const auto lives = live_by_lease();
    const auto resolved = lives ? resolve(*arguments) : lives;
    if (!resolved) {
      context.exit_code = report_no_harvest(*arguments, resolved.error());
    } else {
      const std::string& note = arguments->job.note;
      if (!note.empty() && !arguments->request.quiet) say(stderr, "{}\n", note);
      context.exit_code = arguments->request.dry_run ? show_plan(*arguments, context)
                                                     : run_harvest(*arguments, context);
    }
  });
}

}  // namespace tagtrail::host
