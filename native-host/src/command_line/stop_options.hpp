// The options of ending a crawl by advice, which several commands share.
#pragma once

#include <CLI/CLI.hpp>

#include "tagtrail/config.hpp"

namespace tagtrail::host {

/// `--stop-at 95%` and `--stop-confidence 80%`.
void add_stop_options(CLI::App& command, StopAt& stop);

}  // namespace tagtrail::host
