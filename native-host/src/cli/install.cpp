#include <fmt/format.h>

#include <algorithm>

#include "cli/commands.hpp"
#include "cli/steps_output.hpp"
#include "command_line/report_failure.hpp"
#include "system/say.hpp"

namespace tagtrail::host {
namespace {

struct InstallArguments {
  InstallOptions options;
  bool json = false;
};

/// Why browsers were left alone, and what comes next.
void explain(const std::vector<InstallStep>& steps, bool dry_run) {
  std::string skipped;
  bool any = false;
  for (const InstallStep& step : steps) {
    const bool is_browser = step.what != "host" && step.what != "program";
    if (step.action == "skipped") skipped += (skipped.empty() ? "" : ", ") + step.what;
    any = any || (is_browser && step.action != "skipped");
  }
  if (!skipped.empty()) {
    say(stdout,
        "Skipped, since this user has no settings for them: {}. --browser NAME installs for one "
        "anyway.\n",
        skipped);
  }
  if (any && !dry_run) {
    say(stdout,
        "Next: load the extension (README, \"In your browser\"), open a page with data files, and "
        "click Tagtrail's icon.\nAfter updating Tagtrail, run this again.\n");
  }
}

int run(const InstallArguments& arguments) {
  const auto steps = install_host(arguments.options);
  if (!steps) return report_failure(steps.error());
  print_steps(*steps, arguments.options.dry_run, arguments.json);
  if (!arguments.json) explain(*steps, arguments.options.dry_run);
  const bool any = std::any_of(steps->begin(), steps->end(),
                               [](const InstallStep& step) { return step.action != "skipped"; });
  if (!any) {
    say(stderr,
        "tagtrail: no browser has been used by this user yet; start one once, or name one "
        "with --browser\n");
    return exit_code::kCouldNotStart;
  }
  return exit_code::kDone;
}

}  // namespace

void add_install(CLI::App& app, CommandContext& context) {
  CLI::App* command = app.add_subcommand(
      "install", "let the extension in your browsers start Tagtrail (native messaging)");
  auto arguments = std::make_shared<InstallArguments>();
  command->add_option("--browser", arguments->options.browsers,
                      "chromium, chrome, edge, brave or firefox; repeatable; default: all in use");
  command->add_option("--extension-id", arguments->options.extension_ids,
                      "Id of the extension that may start it; repeatable; default: our builds");
  command->add_flag("--dry-run", arguments->options.dry_run, "Say what would be written, and stop");
  command->add_flag("--json", arguments->json, "One JSON object instead of lines");
  command->footer("Example:\n  tagtrail install --browser chromium --dry-run");
  command->callback([arguments, &context] {
    arguments->options.folders = UserFolders::of_environment(context.home);
    arguments->options.program = context.program;
    context.exit_code = run(*arguments);
  });
}

}  // namespace tagtrail::host
