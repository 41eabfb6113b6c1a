// Lets others see how a run goes, as `--stats` and `--metrics` want it.
#pragma once

#include "observe/observer.hpp"
#include "options/job_request.hpp"

namespace tagtrail::host {

/// An observer, and a word on where its metrics are unless the request is for quiet. `job` is the
/// folder of the job that is about to run. Errors: invalid_argument when the statistics would take
/// the place of what is a job's own, or the port is none; not_found, io or disk_full when they
/// can't be written; those of Observer::create.
Expected<Observer> start_observer(const JobRequest& request, const std::filesystem::path& job);

}  // namespace tagtrail::host
