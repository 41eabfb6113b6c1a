// Options of the URL classifier, which `harvest` and `replay` share.
#pragma once

#include <CLI/CLI.hpp>

#include "tagtrail/config.hpp"

namespace tagtrail::host {

/// --classifier and --classifier-features.
void add_classifier_options(CLI::App& command, SbParameters& parameters);

}  // namespace tagtrail::host
