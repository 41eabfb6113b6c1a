// Prints what an installation did.
#pragma once

#include <vector>

#include "browser/installation.hpp"

namespace tagtrail::host {

/// A line a file, or with `json` one object `{"dryRun", "steps": [{"what", "path", "action"}]}`.
void print_steps(const std::vector<InstallStep>& steps, bool dry_run, bool json);

}  // namespace tagtrail::host
