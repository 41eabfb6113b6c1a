// The subcommands of `tagtrail`, one file each.
#pragma once

#include <CLI/CLI.hpp>
#include <filesystem>

namespace tagtrail::host {

/// Exit codes that scripts rely on (README.md explains them).
namespace exit_code {
inline constexpr int kDone = 0;
inline constexpr int kSomeFailed = 1;
inline constexpr int kWrongUsage = 2;
inline constexpr int kCouldNotStart = 3;
inline constexpr int kLimit = 4;
inline constexpr int kStopped = 5;
inline constexpr int kRefused = 6;
inline constexpr int kDiskFull = 7;
inline constexpr int kInternal = 70;
}  // namespace exit_code

/// What every command may read, and where it leaves its exit code. Outlives the command line.
struct CommandContext {
  std::filesystem::path home;     ///< of the user
  std::filesystem::path program;  ///< this program
  int exit_code = exit_code::kDone;
};

// Each registers its subcommand with a callback that runs it.
void add_install(CLI::App& app, CommandContext& context);
void add_uninstall(CLI::App& app, CommandContext& context);
void add_doctor(CLI::App& app, CommandContext& context);
void add_pump(CLI::App& app, CommandContext& context);
void add_demo(CLI::App& app, CommandContext& context);
void add_host(CLI::App& app, CommandContext& context);
void add_harvest(CLI::App& app, CommandContext& context);
void add_batch(CLI::App& app, CommandContext& context);
void add_login(CLI::App& app, CommandContext& context);
void add_import(CLI::App& app, CommandContext& context);
void add_replay(CLI::App& app, CommandContext& context);
void add_lab(CLI::App& app, CommandContext& context);
void add_hosts(CLI::App& app, CommandContext& context);
void add_acts(CLI::App& app, CommandContext& context);
void add_politeness(CLI::App& app, CommandContext& context);
void add_export(CLI::App& app, CommandContext& context);
void add_names(CLI::App& app, CommandContext& context);
void add_verify(CLI::App& app, CommandContext& context);
void add_report(CLI::App& app, CommandContext& context);
void add_generate(CLI::App& app, CommandContext& context);
void add_bench(CLI::App& app, CommandContext& context);
void add_bench_fetch(CLI::App& bench, CommandContext& context);
void add_links(CLI::App& app, CommandContext& context);

}  // namespace tagtrail::host
