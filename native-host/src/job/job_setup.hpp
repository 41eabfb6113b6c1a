// What a start asks of a job, and how its run ends.
#pragma once

#include <atomic>
#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "job/job_options.hpp"
#include "job/job_settings.hpp"
#include "job/status.hpp"
#include "tagtrail/config.hpp"
#include "tagtrail/feedback.hpp"

namespace tagtrail::host {

struct JobSetup {
  std::filesystem::path dir;
  Config config;
  NamedSettings named;  ///< others are those that the folder's job has already
  JobOptions options;
  std::string version;
  /// What the start of the job came with; each is told once, however often it comes.
  std::vector<Feedback> feedback;
  /// Set from a signal handler: 1 stops the job in good order.
  const std::atomic<int>* interrupted = nullptr;
  /// Whether someone is there to log in: the job then waits where it needs that, else it ends.
  bool attended = false;
  /// A job that has finished, or that a limit stopped, is revisited; another goes on.
  bool revisit = false;
  std::function<void(const JobStatus&)> on_progress;  ///< a few times a second
};

struct RunEnd {
  JobState state;       ///< finished, stopped or failed, with the reason
  int exit_code = 0;    ///< as `tagtrail --help` lists them
  std::string message;  ///< for people, when something is to be said
};

}  // namespace tagtrail::host
