// The options that let others see how a run goes.
#pragma once

#include <CLI/CLI.hpp>

#include "observe/observer.hpp"

namespace tagtrail::host {

void add_observe_options(CLI::App& command, ObserverOptions& options);

/// An observer, and a word on where its metrics are unless `quiet`. Errors: those of
/// Observer::create.
Expected<Observer> start_observer(const ObserverOptions& options, bool quiet);

}  // namespace tagtrail::host
