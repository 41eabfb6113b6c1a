// Jobs that the extension starts: this process, started by the browser, owns them.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "job/job_options.hpp"
#include "job/job_settings.hpp"
#include "messaging/channel.hpp"
#include "tagtrail/config.hpp"
#include "tagtrail/feedback.hpp"

namespace tagtrail::host {

/// A job as job.start asks for it.
struct HostedJob {
  std::filesystem::path dir;
  bool dir_named = false;  ///< else another folder beside it will do
  Config config;
  NamedSettings named;
  JobOptions options;
  bool revisit = false;            ///< what has ended looks for what changed
  std::vector<Feedback> feedback;  ///< of the recipe, then what was given with the call
};

/// Reads `url`, `options`, `recipe` and `feedback` of a job.start call (docs/protocol.md): every
/// member typed and bounded, unknown ones refused, the folder a plain name below `root`. Errors:
/// invalid_argument, invalid_url, wrong_version (of the recipe).
Expected<HostedJob> read_job_start(const Json& message, const std::filesystem::path& root);

/// Serves the extension on standard input and output until it goes. One job at a time; a job whose
/// browser goes is stopped in good order and goes on with the next job.start of the same folder.
/// Any number of such processes may share a root.
/// Returns the exit code.
int serve_browser(const std::filesystem::path& root, const std::string& version);

}  // namespace tagtrail::host
