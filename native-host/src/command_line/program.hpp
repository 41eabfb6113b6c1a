// A program of subcommands: how it reads its command line, and how it ends.
#pragma once

#include <CLI/CLI.hpp>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "system/exit_code.hpp"

namespace tagtrail::host {

/// What every command may read, and where it leaves its exit code. Outlives the command line.
struct CommandContext {
  std::filesystem::path home;     ///< of the user
  std::filesystem::path program;  ///< this program
  int exit_code = exit_code::kDone;
};

struct Program {
  const char* name = "";
  std::string description;
  std::string footer;
  /// Each registers one subcommand.
  std::vector<void (*)(CLI::App& app, CommandContext& context)> commands;
  /// What `--version` says of the sources; empty: nothing.
  std::string_view commit;
};

/// Runs the subcommand that is meant; mistakes are explained on standard error, and with --json as
/// an object on standard output, too. Returns the exit code. Ignores SIGPIPE: output into a closed
/// pipe is an error of write(), not the end of a job.
int run_program(const Program& program, int count, char** words);

}  // namespace tagtrail::host
