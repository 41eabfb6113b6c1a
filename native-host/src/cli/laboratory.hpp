// The commands of the program beside this one, `tagtrail-lab`: replays, studies, benchmarks.
#pragma once

#include "command_line/program.hpp"

namespace tagtrail::host {

/// Lists the laboratory's commands in the help.
void add_laboratory(CLI::App& app, CommandContext& context);

/// Whether the first word is a command of the laboratory.
bool is_of_laboratory(int count, char** words);

/// Becomes `tagtrail-lab`, with the same words. Returns only when there is none: the exit code.
int run_laboratory(char** words);

}  // namespace tagtrail::host
