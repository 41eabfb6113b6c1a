// `tagtrail options`: the options of harvest as data, for the reference and for other programs.
#include <nlohmann/json.hpp>

#include "cli/commands.hpp"
#include "options/option.hpp"
#include "system/say.hpp"

namespace tagtrail::host {

void add_options(CLI::App& app, CommandContext& context) {
  auto* command = app.add_subcommand("options", "list the options of harvest as JSON");
  command->footer(
      "An array of objects: \"section\" and \"flag\"; \"member\", as the panel's job.start calls "
      "it,\nempty where that has none; \"type\" of that member; \"value\", \"default\", \"help\" "
      "and \"see\"\nas the user guide shows them.");
  command->callback([&context] {
    say(stdout, "{}\n", options_to_json().dump(1));
    context.exit_code = exit_code::kDone;
  });
}

}  // namespace tagtrail::host
