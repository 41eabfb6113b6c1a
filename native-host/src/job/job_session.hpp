// What a person lends a job, so that sites know him: cookies, and a site's login. Neither is kept
// in the job, which only knows that it needs them; cookies that sites set by themselves are.
#pragma once

#include <filesystem>
#include <string>

#include "job/job_options.hpp"
#include "store/job_store.hpp"

namespace tagtrail::host {

/// Name, among a job's values, of the cookies that sites have set.
inline constexpr std::string_view kCookies = "cookies";

/// The cookies of a file that wget, curl or an exporter of a browser has written (Netscape format).
/// Errors: invalid_argument, when it can't be read or holds none.
Expected<std::string> read_cookies(const std::filesystem::path& file);

/// The cookies that the job's requests begin with: `options.cookies`, else those that it has.
/// Errors: invalid_argument, when what it was begun with is missing: lent cookies, or the login of
/// its site; those of the store.
Expected<std::string> recall_session(JobStore& store, const JobOptions& options);

}  // namespace tagtrail::host
