// The statistics of a run as JSON: the members beside those that --json prints.
#pragma once

#include <nlohmann/json.hpp>

#include "job/status.hpp"

namespace tagtrail::host {

/// Adds state, what waits, rates and skips to a result object.
void add_statistics(nlohmann::ordered_json& result, const JobStatus& status);

}  // namespace tagtrail::host
