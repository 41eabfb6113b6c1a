// Options of policies, which `harvest`, `replay` and `lab` share.
#pragma once

#include <CLI/CLI.hpp>

#include "tagtrail/config.hpp"

namespace tagtrail::host {

/// --minimise, of `trail`.
void add_minimise_option(CLI::App& command, Minimise& minimise);
/// --classifier, --classifier-features and --action-index, of `sb-classifier`.
void add_sb_options(CLI::App& command, SbParameters& parameters);

}  // namespace tagtrail::host
