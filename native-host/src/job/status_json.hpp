// JobInfo, JobLimits and JobProgress of docs/protocol.md.
#pragma once

#include "job/status.hpp"
#include "messaging/channel.hpp"

namespace tagtrail::host {

Json job_info_json(const JobStatus& status, const Config& config);
Json job_limits_json(const JobStatus& status);
Json job_progress_json(const JobStatus& status);

}  // namespace tagtrail::host
