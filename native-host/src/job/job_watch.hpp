// Who watches a job while it works and waits: its user, who may pause and stop it, its limits, and
// whoever is shown how far it is.
#pragma once

#include <atomic>
#include <functional>
#include <string>

#include "job/extension_link.hpp"
#include "job/job_clock.hpp"
#include "job/loads.hpp"
#include "job/status.hpp"
#include "load/host_fetch.hpp"
#include "store/job_store.hpp"

namespace tagtrail::host {

class JobWatch final : public Attention {
 public:
  using Show = std::function<void(const JobStatus&)>;
  /// All borrowed. `interrupted`: null, or over 0 once the job is to stop. The limits are those of
  /// the status.
  JobWatch(JobStore& store, JobClock& clock, JobStatus& status, const std::atomic<int>* interrupted,
           Show show)
      : store_(store),
        clock_(clock),
        status_(status),
        interrupted_(interrupted),
        show_(std::move(show)) {}

  /// Null without a browser. Borrowed, like the loads.
  void listen_to(ExtensionLink* link) { link_ = link; }
  void look_after(Loads& loads) { loads_ = &loads; }

  std::vector<int> descriptors() override;
  void attend() override;
  bool stopping() const { return is_told_to_stop() || limit_in_flight().has_value(); }
  bool is_told_to_stop() const;
  /// The limit that is reached by what is under way: the engine learns of time and bytes only from
  /// answers, and a slow or large one must not outlast them.
  std::optional<StopReason> limit_in_flight() const;
  std::uint64_t bytes_left() const;

  /// `pause`, `resume` or `stop`. Returns the new state. Errors: invalid_argument.
  Expected<Json> control(const std::string& action);
  /// Pauses as the user would, because the user must do something first.
  void pause_for(JobAttention attention);
  bool is_paused() const { return paused_; }
  /// Takes a pause, or its end, to the loads: what is in flight comes in, nothing more is sent.
  /// Errors: disconnected (nobody is left who could resume); those of the store.
  Expected<void> heed_pause();

  /// Shows the status; unless `now`, a few times a second at most.
  void tell(bool now);

 private:
  JobStore& store_;
  JobClock& clock_;
  JobStatus& status_;
  const std::atomic<int>* interrupted_;
  Show show_;
  ExtensionLink* link_ = nullptr;
  Loads* loads_ = nullptr;
  bool paused_ = false;
  bool stop_asked_ = false;
  bool attending_ = false;
  std::chrono::steady_clock::time_point told_at_;
};

}  // namespace tagtrail::host
