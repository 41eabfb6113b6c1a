// What a run tells Prometheus: the text format, names beginning with tagtrail_.
#pragma once

#include <string>

#include "batch/batch_run.hpp"
#include "job/status.hpp"

namespace tagtrail::host {

/// Counts go on where an earlier run of the same job stopped.
std::string job_metrics(const JobStatus& status);
std::string batch_metrics(const BatchStatus& status);

}  // namespace tagtrail::host
