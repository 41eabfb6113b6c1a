// The options that let others see how a run goes.
#pragma once

#include <CLI/CLI.hpp>

#include "observe/observer.hpp"

namespace tagtrail::host {

void add_observe_options(CLI::App& command, ObserverOptions& options);

/// An observer, and a word on where its metrics are unless `quiet`. `job` is the folder of the job
/// that is about to run, or empty. Errors: invalid_argument when the statistics would take the
/// place of what is a job's own; not_found, io or disk_full when they can't be written; those of
/// Observer::create.
Expected<Observer> start_observer(const ObserverOptions& options, const std::filesystem::path& job,
                                  bool quiet);

}  // namespace tagtrail::host
