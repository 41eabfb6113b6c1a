// `tagtrail host`: the process that a browser starts when its extension asks for it. Owns the jobs
// that the extension starts.
#include <fmt/format.h>
#include <unistd.h>

#include <cstdlib>

#include "cli/commands.hpp"
#include "cli/failure.hpp"
#include "job/hosted_job.hpp"

namespace tagtrail::host {
namespace {

/// Where jobs of the extension live: $TAGTRAIL_JOBS, else ~/Tagtrail.
std::filesystem::path job_root(const CommandContext& context) {
  const char* chosen = std::getenv("TAGTRAIL_JOBS");
  return chosen != nullptr && *chosen == '/' ? chosen : context.home / "Tagtrail";
}

int run_host(const CommandContext& context) {
  if (isatty(STDIN_FILENO) != 0) {
    fmt::print(stderr,
               "tagtrail host is started by a browser, not by people; 'tagtrail install' lets "
               "browsers find it\n");
    return exit_code::kWrongUsage;
  }
  return serve_browser(job_root(context), TAGTRAIL_VERSION);
}

}  // namespace

void add_host(CLI::App& app, CommandContext& context) {
  auto* command = app.add_subcommand("host", "started by browsers: serves the extension");
  // What browsers add: the extension's origin, the manifest's path, on Windows a window.
  command->allow_extras();
  command->callback([&context] { context.exit_code = run_host(context); });
}

}  // namespace tagtrail::host
