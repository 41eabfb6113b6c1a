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

/// The browsers of which `action` was said.
std::string browsers_with(const std::vector<InstallStep>& steps, std::string_view action) {
  std::string names;
  for (const InstallStep& step : steps) {
    if (step.action == action) names += (names.empty() ? "" : ", ") + step.what;
  }
  return names;
}

/// Why browsers were left alone, and what comes next.
void explain(const std::vector<InstallStep>& steps, bool dry_run) {
  const std::string skipped = browsers_with(steps, "skipped");
  const std::string for_all = browsers_with(steps, "for-all");
  const bool own = std::any_of(steps.begin(), steps.end(),
                               [](const InstallStep& step) { return step.what == "host"; });
  if (!skipped.empty()) {
    say(stdout,
        "Skipped, since this user has no settings for them: {}. --browser NAME installs for one "
        "anyway.\n",
        skipped);
  }
  if (!for_all.empty()) say(stdout, "Installed for all users already: {}.\n", for_all);
  if ((own || !for_all.empty()) && !dry_run) {
    say(stdout,
        "Next: load the extension (README, \"In your browser\"), open a page with data files, and "
        "click Tagtrail's icon.\n");
  }
  if (own && !dry_run) say(stdout, "After updating Tagtrail, run this again.\n");
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
