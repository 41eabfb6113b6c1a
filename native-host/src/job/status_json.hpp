// JobInfo, JobLimits, JobProgress, FoundFiles and LinkGroups of docs/protocol.md.
#pragma once

#include "job/status.hpp"
#include "messaging/channel.hpp"
#include "tagtrail/feedback.hpp"

namespace tagtrail::host {

Json job_info_json(const JobStatus& status, const Config& config);
Json job_limits_json(const JobStatus& status);
Json job_progress_json(const JobStatus& status);
/// A list of FoundFiles.
Json found_files_json(const std::vector<TargetRow>& files);
/// At most `limit` LinkGroups.
Json link_groups_json(const std::vector<LinkGroup>& groups, std::size_t limit);

}  // namespace tagtrail::host
