#include "browser/run_pump.hpp"
#include "cli/commands.hpp"

namespace tagtrail::host {

void add_pump(CLI::App& app, CommandContext& context) {
  // Started by browsers only, so that help stays short for people.
  CLI::App* command = app.add_subcommand("pump", "Copies messages between a browser and a run");
  command->group("");
  auto socket = std::make_shared<std::filesystem::path>();
  command->add_option("SOCKET", *socket, "Unix socket of the run")->required();
  command->callback([socket, &context] { context.exit_code = run_pump(*socket); });
}

}  // namespace tagtrail::host
