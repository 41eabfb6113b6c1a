// What a job looks after while it waits: the user, the limits, and whoever watches.
#include <algorithm>

#include "job/runner.hpp"
#include "job/status_json.hpp"
#include "tagtrail/protocol.hpp"

namespace tagtrail::host {
namespace {

constexpr std::chrono::milliseconds kTellEvery{250};

using Clock = std::chrono::steady_clock;

/// Shorter waits come and go faster than they are read.
constexpr std::chrono::milliseconds kToldWait{1500};

std::string_view to_string(Permits::HeldUp::By by) {
  switch (by) {
    case Permits::HeldUp::By::other_job:
      return "other_job";
    case Permits::HeldUp::By::back_off:
      return "back_off";
    case Permits::HeldUp::By::crawl_delay:
      return "crawl_delay";
    case Permits::HeldUp::By::slow_host:
      break;
  }
  return "slow_host";
}

std::optional<JobWait> told_wait(const Permits& permits) {
  const auto now = Clock::now();
  const auto held_up = permits.held_up(now);
  if (!held_up) return std::nullopt;
  const auto until = held_up->until.value_or(now);
  if (now - held_up->since < kToldWait && until - now < kToldWait) return std::nullopt;
  JobWait wait{std::string(to_string(held_up->by)), held_up->host, std::nullopt};
  if (until > now) wait.seconds = std::chrono::duration<double>(until - now).count();
  return wait;
}

}  // namespace

std::vector<int> JobRunner::descriptors() {
  std::vector<int> descriptors = link_ == nullptr ? std::vector<int>{} : link_->descriptors();
  descriptors.push_back(store_->descriptor());
  return descriptors;
}

void JobRunner::attend() {
  // Serving a call may wait, and so attend, itself.
  if (attending_) return;
  attending_ = true;
  if (link_ != nullptr) link_->attend();
  tell(false);
  attending_ = false;
}

bool JobRunner::is_told_to_stop() const {
  return stop_asked_ || (setup_.interrupted != nullptr && setup_.interrupted->load() > 0);
}

bool JobRunner::stopping() const { return is_told_to_stop() || limit_in_flight().has_value(); }

/// The engine learns the time only from answers; a slow one must not outlast the limit.
bool JobRunner::time_is_up() const {
  const std::uint64_t elapsed = elapsed_ms();
  return elapsed >= round_began_ms_ && elapsed - round_began_ms_ >= setup_.config.budget.time_ms;
}

std::uint64_t JobRunner::bytes_left() const {
  const Progress& progress = status_.progress;
  const std::uint64_t spent =
      progress.round > 0 ? progress.round_bytes : progress.target_bytes + progress.other_bytes;
  const std::uint64_t limit = setup_.config.budget.bytes;
  return limit - std::min(limit, spent);
}

/// Nor does it learn of bytes before their answer is whole, if it ever is.
bool JobRunner::bytes_are_up() const {
  return fetch_ != nullptr && fetch_->bytes_under_way() > bytes_left();
}

/// The limit that is reached by what is under way.
std::optional<StopReason> JobRunner::limit_in_flight() const {
  if (time_is_up()) return StopReason::max_time;
  if (bytes_are_up()) return StopReason::max_bytes;
  return std::nullopt;
}

/// Pauses don't count: who logs in again after lunch has lost no time of the job's.
std::uint64_t JobRunner::elapsed_ms() const {
  const auto running = std::chrono::duration_cast<std::chrono::milliseconds>(
      paused_at_.value_or(Clock::now()) - started_);
  return elapsed_before_ms_ + static_cast<std::uint64_t>(running.count());
}

/// At the beginning and the end of each.
void JobRunner::count_pause() {
  const auto now = Clock::now();
  if (paused_) {
    paused_at_ = now;
  } else if (paused_at_) {
    started_ += now - *std::exchange(paused_at_, std::nullopt);
  }
}

void JobRunner::tell(bool now) {
  if (!now && Clock::now() - told_at_ < kTellEvery) return;
  told_at_ = Clock::now();
  status_.seconds = static_cast<double>(elapsed_ms()) / 1000.0;
  status_.robots_requests = robots_ ? robots_->requests() : 0;
  status_.wait = fetch_ && !ended_ ? told_wait(fetch_->permits()) : std::nullopt;
  if (setup_.on_progress) setup_.on_progress(status_);
  Channel* channel = link_ == nullptr ? nullptr : link_->channel();
  if (channel != nullptr) {
    channel->notice(protocol::notice::kJobProgress, job_progress_json(status_));
  }
}

Expected<Json> JobRunner::control(const std::string& action) {
  if (action == "pause") {
    paused_ = true;
  } else if (action == "resume") {
    paused_ = false;
    status_.attention.reset();
  } else if (action == "stop") {
    stop_asked_ = true;
  } else {
    return fail(ErrorCode::invalid_argument, "unknown action: pause, resume or stop");
  }
  const std::string state = stop_asked_ ? "stopped" : paused_ ? "paused" : "running";
  return Json{{"state", state}};
}

void JobRunner::pause_for(JobAttention attention) {
  paused_ = true;
  status_.attention = std::move(attention);
}

}  // namespace tagtrail::host
