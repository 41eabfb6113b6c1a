// The options that say which files of a fleet's catalogue.
#pragma once

#include <CLI/CLI.hpp>

#include "fleet/catalogue.hpp"

namespace tagtrail::host {

/// `--host`, `--type`, `--since`, `--until`, `--site`, `--state`.
void add_catalogue_options(CLI::App& command, CatalogueFilter& filter);

}  // namespace tagtrail::host
