// Which proxies a job goes through: those asked for, those it had before, or the environment's.
#pragma once

#include <optional>

#include "fetch/proxies.hpp"
#include "store/job_store.hpp"

namespace tagtrail::host {

/// `wanted` (by --proxy; an empty one: none) is remembered in the job, without its login; absent,
/// the job goes on as it was told before, and one that was never told anything takes what the
/// environment names. A login comes with `wanted` or from kProxyLoginVariable. Errors:
/// invalid_argument when the login that the job had is missing, or the environment names what is no
/// proxy; those of the store.
Expected<Proxies> proxies_of_job(JobStore& store, const std::optional<Proxies>& wanted);

}  // namespace tagtrail::host
