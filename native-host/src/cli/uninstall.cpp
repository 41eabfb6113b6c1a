#include "cli/commands.hpp"
#include "cli/steps_output.hpp"
#include "command_line/report_failure.hpp"

namespace tagtrail::host {
namespace {

struct UninstallArguments {
  InstallOptions options;
  bool json = false;
};

int run(const UninstallArguments& arguments) {
  const auto steps = uninstall_host(arguments.options);
  if (!steps) return report_failure(steps.error());
  print_steps(*steps, arguments.options.dry_run, arguments.json);
  return exit_code::kDone;
}

}  // namespace

void add_uninstall(CLI::App& app, CommandContext& context) {
  CLI::App* command = app.add_subcommand("uninstall", "undo what install did; jobs and files stay");
  auto arguments = std::make_shared<UninstallArguments>();
  command->add_option("--browser", arguments->options.browsers,
                      "chromium, chrome, edge, brave or firefox; repeatable; default: all");
  command->add_flag("--dry-run", arguments->options.dry_run, "Say what would be removed, and stop");
  command->add_flag("--json", arguments->json, "One JSON object instead of lines");
  command->callback([arguments, &context] {
    arguments->options.folders = UserFolders::of_environment(context.home);
    context.exit_code = run(*arguments);
  });
}

}  // namespace tagtrail::host
