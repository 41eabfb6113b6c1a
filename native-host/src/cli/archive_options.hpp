// The options of `harvest` that say what is archived beside the files.
#pragma once

#include <CLI/CLI.hpp>

#include "job/job_options.hpp"

namespace tagtrail::host {

void add_archive_options(CLI::App& command, JobOptions& job);

}  // namespace tagtrail::host
