// What a person lends a job: the login of its proxy, and, so that sites know him, cookies and a
// site's login. None is kept in the job, which only knows that it needs them; cookies that sites
// set by themselves are.
#pragma once

#include <filesystem>
#include <optional>
#include <string>

#include "fetch/proxies.hpp"
#include "job/job_options.hpp"
#include "store/job_store.hpp"

namespace tagtrail::host {

/// Name, among a job's values, of the cookies that sites have set.
inline constexpr std::string_view kCookies = "cookies";

/// `wanted` (by --proxy; an empty one: none) is remembered in the job, without its login; absent,
/// the job goes on as it was told before, and one that was never told anything takes what the
/// environment names. A login comes with `wanted` or from kProxyLoginVariable. Errors:
/// invalid_argument when the login that the job had is missing, or the environment names what is no
/// proxy; those of the store.
Expected<Proxies> proxies_of_job(JobStore& store, const std::optional<Proxies>& wanted);

/// The cookies of a file that wget, curl or an exporter of a browser has written (Netscape format).
/// Errors: invalid_argument, when it can't be read or holds none.
Expected<std::string> read_cookies(const std::filesystem::path& file);

/// The cookies that the job's requests begin with: `options.cookies`, else those that it has.
/// Errors: invalid_argument, when what it was begun with is missing: lent cookies, or the login of
/// its site; those of the store.
Expected<std::string> recall_session(JobStore& store, const JobOptions& options);

}  // namespace tagtrail::host
