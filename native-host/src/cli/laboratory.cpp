#include "cli/laboratory.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <string_view>

#include "system/built_files.hpp"
#include "system/say.hpp"

namespace tagtrail::host {
namespace {

struct Command {
  const char* name;
  const char* description;
};

constexpr std::array kCommands{
    Command{"import", "make a replica of a recorded site, for replay"},
    Command{"generate", "make a replica of an invented site, for replay"},
    Command{"replay", "crawl replicas and measure policies side by side"},
    Command{"lab", "study policies on many replicas with many seeds"},
    Command{"report", "a page with the curves and tables of a lab or a job"},
    Command{"bench",
            "measure the engine on a made-up site of any size, or downloads ('bench fetch')"}};

}  // namespace

void add_laboratory(CLI::App& app, CommandContext&) {
  for (const Command& command : kCommands) app.add_subcommand(command.name, command.description);
}

bool is_of_laboratory(int count, char** words) {
  return count > 1 && std::any_of(kCommands.begin(), kCommands.end(), [&](const Command& command) {
           return std::string_view(command.name) == words[1];
         });
}

int run_laboratory(char** words) {
  const auto program = other_program(this_program(), "tagtrail-lab");
  ::execv(program.c_str(), words);
  say(stderr, "tagtrail: {}\n", missing_part(fmt::format("'{}': {}", words[1], program.string())));
  return exit_code::kCouldNotStart;
}

}  // namespace tagtrail::host
