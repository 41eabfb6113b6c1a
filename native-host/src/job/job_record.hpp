// What others can read of a job in its folder: how it is run, and its manifest.
#pragma once

#include <string_view>

#include "job/job_setup.hpp"
#include "job/status.hpp"
#include "store/job_store.hpp"

namespace tagtrail::host {

/// While it runs. `engine`: EnginePort::kind(). Errors of both: those of the store.
Expected<void> keep_facts(JobStore& store, const JobSetup& setup, std::string_view engine);

/// How complete the job is, and what it has not, in the store and in the status.
Expected<void> keep_ending(JobStore& store, JobStatus& status);

/// datapackage.json; before that, what the engine alone knows of what the job has not. Keeps
/// `revisits` and `left_out` of the status. Errors: io, disk_full.
Expected<void> write_manifest(JobStore& store, const JobSetup& setup, std::string_view engine,
                              JobStatus& status);

}  // namespace tagtrail::host
