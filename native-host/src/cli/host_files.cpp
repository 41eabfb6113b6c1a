// `tagtrail host-files`: the host's wrapper and manifests, for a package that installs them for all
// users.
#include <sys/stat.h>

#include "browser/installation.hpp"
#include "browser/small_files.hpp"
#include "cli/commands.hpp"
#include "command_line/report_failure.hpp"

namespace tagtrail::host {
namespace {

namespace fs = std::filesystem;

struct HostFilesArguments {
  fs::path program;
  fs::path wrapper;
  fs::path out;
};

Expected<void> write_files(const HostFilesArguments& arguments) {
  const HostFiles files = host_files(arguments.program, arguments.wrapper);
  TRY(write_small_file(arguments.out / "tagtrail-host", files.wrapper, 0755));
  TRY(write_small_file(arguments.out / "chromium.json", files.chromium, 0644));
  return write_small_file(arguments.out / "firefox.json", files.firefox, 0644);
}

}  // namespace

void add_host_files(CLI::App& app, CommandContext& context) {
  // For packagers only, so that help stays short for people.
  CLI::App* command =
      app.add_subcommand("host-files", "Writes what a package installs of the host");
  command->group("");
  auto arguments = std::make_shared<HostFilesArguments>();
  command->add_option("--program", arguments->program, "Where the program will be")->required();
  command->add_option("--wrapper", arguments->wrapper, "Where tagtrail-host will be")->required();
  command->add_option("--out", arguments->out, "Where to write them now")->required();
  command->callback([arguments, &context] {
    const auto written = write_files(*arguments);
    context.exit_code = written ? exit_code::kDone : report_failure(written.error());
  });
}

}  // namespace tagtrail::host
