// The options that say where the store of a fleet is.
#pragma once

#include <CLI/CLI.hpp>

#include "fleet/store.hpp"

namespace tagtrail::host {

/// `--store`, `--store-endpoint`, `--store-sse`.
void add_store_options(CLI::App& command, StoreSetup& setup);

}  // namespace tagtrail::host
