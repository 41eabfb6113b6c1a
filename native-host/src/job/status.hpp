// What people see of a running job, on the command line and in the panel.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "load/job_attention.hpp"
#include "store/ending.hpp"
#include "store/job_store.hpp"
#include "store/session_use.hpp"
#include "store/stopped_requests.hpp"
#include "tagtrail/engine.hpp"

namespace tagtrail::host {

/// How far the engine has been told what the job knows already.
struct Resuming {
  std::uint64_t answers = 0;
  std::uint64_t of = 0;
};

/// How many of the job's files have been looked into (job_looks.hpp).
struct LooksDone {
  std::uint64_t done = 0;
  std::uint64_t of = 0;
};

/// No request is under way, and why the next one waits.
struct JobWait {
  std::string by;  ///< other_job, away, back_off, crawl_delay, slow_host
  std::string host;
  std::optional<double> seconds;  ///< until it begins, as far as is known
};

struct JobStatus {
  std::string job = "1";
  std::string seed_url;
  std::string_view target = "file";  ///< what one of its targets is called
  std::string dir;
  JobState state;
  std::string message;  ///< of the end, for people; empty while there is nothing to say
  Progress progress;
  std::uint64_t sub_requests = 0;
  std::uint64_t robots_requests = 0;
  double seconds = 0;
  std::vector<TargetRow> newest;   ///< newest first, at most 20
  std::optional<Request> current;  ///< in flight
  Budget limits;
  std::uint64_t delay_ms = 0;
  /// How many requests brought nothing, by cause.
  std::map<std::string, std::uint64_t> skips;
  std::optional<JobAttention> attention;
  std::optional<JobAttention> acted;  ///< what the session has done, the last of this run
  std::optional<JobWait> wait;
  std::optional<Resuming> resuming;  ///< the engine is being built up again
  std::optional<LooksDone> looking;  ///< the run ends with that, if it takes a while
  std::string warning;               ///< the newest, said once
  std::string page;  ///< index.html, since the run has ended; empty: none was written
  /// What the job could have had and has not; as the manifest was written last.
  std::vector<LeftOut> left_out;
  std::optional<Error> failure;  ///< of a run that ended so
  bool led_nowhere = false;      ///< the failure is that of its start page
  /// The answer without which the job could not begin or go on; it is no part of its answers.
  std::optional<LeftOut> in_the_way;
  StoppedRequests stopped;  ///< as the manifest was written last
  SessionUse session_use;   ///< as the manifest was written last
  LeftOut in_doubt;         ///< the same: what may have been read without the session
  Ending ending;            ///< as the manifest was written last
  RevisitReport revisits;   ///< as the manifest was written last
};

}  // namespace tagtrail::host
