// The subcommands of `tagtrail-lab`, one file each.
#pragma once

#include "command_line/program.hpp"

namespace tagtrail::host {

// Each registers its subcommand with a callback that runs it.
void add_import(CLI::App& app, CommandContext& context);
void add_generate(CLI::App& app, CommandContext& context);
void add_replay(CLI::App& app, CommandContext& context);
void add_lab(CLI::App& app, CommandContext& context);
void add_lab_about(CLI::App& lab, CommandContext& context);
void add_report(CLI::App& app, CommandContext& context);
void add_bench(CLI::App& app, CommandContext& context);
void add_bench_fetch(CLI::App& bench, CommandContext& context);

}  // namespace tagtrail::host
