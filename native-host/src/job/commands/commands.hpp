// What the extension may ask of a job (docs/protocol.md, section 3): one function a call.
#pragma once

#include "job/extension_link.hpp"
#include "job/runner.hpp"

namespace tagtrail::host {

/// The calls about the job that `runner`, which outlives them, runs. Every other job's name in a
/// call is not_found.
JobCalls running_calls(JobRunner& runner);

/// The same calls where there is no job: not_found.
JobCalls jobless_calls();

}  // namespace tagtrail::host
