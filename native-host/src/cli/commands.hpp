// The subcommands of `tagtrail`, one file each.
#pragma once

#include "command_line/program.hpp"

namespace tagtrail::host {

// Each registers its subcommand with a callback that runs it.
void add_install(CLI::App& app, CommandContext& context);
void add_uninstall(CLI::App& app, CommandContext& context);
void add_doctor(CLI::App& app, CommandContext& context);
void add_pump(CLI::App& app, CommandContext& context);
void add_demo(CLI::App& app, CommandContext& context);
void add_host(CLI::App& app, CommandContext& context);
void add_host_files(CLI::App& app, CommandContext& context);
void add_harvest(CLI::App& app, CommandContext& context);
void add_catalogue(CLI::App& app, CommandContext& context);
void add_batch(CLI::App& app, CommandContext& context);
void add_open(CLI::App& app, CommandContext& context);
void add_fleet(CLI::App& app, CommandContext& context);
void add_login(CLI::App& app, CommandContext& context);
void add_hosts(CLI::App& app, CommandContext& context);
void add_acts(CLI::App& app, CommandContext& context);
void add_politeness(CLI::App& app, CommandContext& context);
void add_export(CLI::App& app, CommandContext& context);
void add_names(CLI::App& app, CommandContext& context);
void add_tables(CLI::App& app, CommandContext& context);
void add_search(CLI::App& app, CommandContext& context);
void add_options(CLI::App& app, CommandContext& context);
void add_verify(CLI::App& app, CommandContext& context);
void add_train(CLI::App& app, CommandContext& context);
void add_links(CLI::App& app, CommandContext& context);

}  // namespace tagtrail::host
