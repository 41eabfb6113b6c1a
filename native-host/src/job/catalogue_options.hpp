// How a look at a catalogue is made by what was asked of a job.
#pragma once

#include <filesystem>

#include "job/job_options.hpp"
#include "load/catalogue_look.hpp"

namespace tagtrail::host {

/// With the proxies of the environment where none are named. `directory`: for files in progress.
/// Errors: invalid_argument (a proxy of the environment).
Expected<CatalogueLook::Options> catalogue_look_options(const JobOptions& options,
                                                        std::filesystem::path directory);

}  // namespace tagtrail::host
