// Options of policies, which `harvest`, `replay` and `lab` share.
#pragma once

#include <CLI/CLI.hpp>

#include "tagtrail/config.hpp"

namespace tagtrail::host {

/// --classifier, --classifier-features and --action-index, of `sb-classifier`.
void add_sb_options(CLI::App& command, SbParameters& parameters);

}  // namespace tagtrail::host
