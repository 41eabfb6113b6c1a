// `tagtrail host`: the process that a browser starts when its extension asks for it. Owns the jobs
// that the extension starts.
#include <fmt/format.h>
#include <unistd.h>

#include <cstdlib>
#include <memory>
#include <string>
#include <vector>

#include "browser/caller.hpp"
#include "cli/commands.hpp"
#include "command_line/report_failure.hpp"
#include "job/hosted_job.hpp"
#include "system/say.hpp"

namespace tagtrail::host {
namespace {

/// Where jobs of the extension live: $TAGTRAIL_JOBS, else ~/Tagtrail.
std::filesystem::path job_root(const CommandContext& context) {
  const char* chosen = std::getenv("TAGTRAIL_JOBS");
  return chosen != nullptr && *chosen == '/' ? chosen : context.home / "Tagtrail";
}

int run_host(const CommandContext& context, const std::vector<std::string>& named,
             const std::vector<std::string>& arguments) {
  if (isatty(STDIN_FILENO) != 0) {
    say(stderr,
        "tagtrail host is started by a browser, not by people; 'tagtrail install' lets "
        "browsers find it\n");
    return exit_code::kWrongUsage;
  }
  const std::string caller = calling_extension(arguments);
  if (!may_call(caller, UserFolders::of_environment(context.home), named)) {
    say(stderr,
        "tagtrail host: {} may not start it; 'tagtrail install --extension-id ID' permits "
        "an extension\n",
        caller.empty() ? "what names no extension" : "the extension " + caller);
    return exit_code::kRefused;
  }
  return serve_browser(job_root(context), TAGTRAIL_VERSION);
}

}  // namespace

void add_host(CLI::App& app, CommandContext& context) {
  auto* command = app.add_subcommand("host", "started by browsers: serves the extension");
  // What browsers add: the extension's origin, the manifest's path, on Windows a window.
  command->allow_extras();
  const auto named = std::make_shared<std::vector<std::string>>();
  command
      ->add_option(
          "--extension-id", *named,
          "another extension that may start it; repeatable; default: our builds, and those of "
          "the installed manifests")
      ->expected(1)
      ->take_all();
  command->callback([&context, command, named] {
    context.exit_code = run_host(context, *named, command->remaining());
  });
}

}  // namespace tagtrail::host
