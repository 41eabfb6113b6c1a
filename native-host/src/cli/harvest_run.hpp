// Runs a harvest from the command line, with or without a browser, showing its progress.
#pragma once

#include "cli/commands.hpp"
#include "cli/harvest_options.hpp"
#include "job/runner.hpp"

namespace tagtrail::host {

/// Runs a resolved harvest to its end. Returns the exit code; prints progress, and the result as
/// text or JSON.
int run_harvest(const HarvestArguments& arguments, const CommandContext& context);

}  // namespace tagtrail::host
