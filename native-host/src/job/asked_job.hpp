// From what a user asks for to a job that can be started.
#pragma once

#include <string>
#include <vector>

#include "job/job_options.hpp"
#include "job/job_settings.hpp"
#include "options/job_request.hpp"
#include "tagtrail/config.hpp"
#include "tagtrail/feedback.hpp"

namespace tagtrail::host {

struct AskedJob {
  Config config;
  NamedSettings named;
  JobOptions options;
  std::vector<Feedback> feedback;  ///< that the job begins with, or goes on
  std::string note{};              ///< what to tell whoever asked; empty: nothing
};

/// Checks what was asked for, each value and one against the other; `url` may lack its `https://`,
/// and be empty where JobRequest::seeds names a file.
/// Errors: invalid_url; invalid_argument, which names the option, or the member where the request
/// came as a message.
Expected<AskedJob> asked_job(const JobRequest& request, const std::string& url);

/// The URL that a user wrote, perhaps without `https://`, as a key. Errors: invalid_url.
Expected<std::string> url_as_written(const std::string& url);

/// Absent: those of the environment. Errors: invalid_argument.
Expected<std::optional<Proxies>> asked_proxies(const JobRequest& request);

}  // namespace tagtrail::host
