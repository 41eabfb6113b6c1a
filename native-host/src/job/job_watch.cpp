#include "job/job_watch.hpp"

#include <algorithm>

#include "job/status_json.hpp"
#include "tagtrail/protocol.hpp"

namespace tagtrail::host {
namespace {

constexpr std::chrono::milliseconds kTellEvery{250};

}  // namespace

std::vector<int> JobWatch::descriptors() {
  std::vector<int> descriptors = link_ == nullptr ? std::vector<int>{} : link_->descriptors();
  descriptors.push_back(store_.descriptor());
  return descriptors;
}

void JobWatch::attend() {
  // Serving a call may wait, and so attend, itself.
  if (attending_) return;
  attending_ = true;
  if (link_ != nullptr) link_->attend();
  // Who was answered that the job goes on is not told right after that it is paused: heed_pause()
  // tells, when that is so.
  const bool is_paused = status_.state.state == "paused";
  if (paused_ == is_paused) tell(false);
  attending_ = false;
}

bool JobWatch::is_told_to_stop() const {
  return stop_asked_ || (interrupted_ != nullptr && interrupted_->load() > 0);
}

std::uint64_t JobWatch::bytes_left() const {
  const Progress& progress = status_.progress;
  const std::uint64_t spent =
      progress.round > 0 ? progress.round_bytes : progress.target_bytes + progress.other_bytes;
  return status_.limits.bytes - std::min(status_.limits.bytes, spent);
}

std::optional<StopReason> JobWatch::limit_in_flight() const {
  if (clock_.is_over(status_.limits.time_ms)) return StopReason::max_time;
  if (loads_ != nullptr && loads_->bytes_under_way() > bytes_left()) return StopReason::max_bytes;
  return std::nullopt;
}

Expected<Json> JobWatch::control(const std::string& action) {
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
  return Json{{"state", stop_asked_ ? "stopped" : paused_ ? "paused" : "running"}};
}

void JobWatch::pause_for(JobAttention attention) {
  paused_ = true;
  status_.attention = std::move(attention);
}

Expected<void> JobWatch::heed_pause() {
  if (paused_ && link_ != nullptr && link_->channel() == nullptr) {
    return fail(ErrorCode::disconnected, "the browser has gone");
  }
  if (!paused_) loads_->start_held();
  const bool was_paused = status_.state.state == "paused";
  if (paused_ == was_paused) return {};
  // Whoever is told may resume at once.
  const bool pausing = paused_;
  const auto why = status_.attention;
  loads_->hold(pausing);
  pausing ? clock_.pause() : clock_.go_on();
  status_.state = {pausing ? "paused" : "running", ""};
  tell(true);
  return store_.add_event(pausing ? "pause" : "resume",
                          why ? why->kind + ": " + why->url : "by the user");
}

void JobWatch::tell(bool now) {
  const auto at = std::chrono::steady_clock::now();
  if (!now && at - told_at_ < kTellEvery) return;
  told_at_ = at;
  status_.seconds = static_cast<double>(clock_.elapsed_ms()) / 1000.0;
  status_.robots_requests = loads_ == nullptr ? 0 : loads_->robots_requests();
  status_.wait = loads_ == nullptr ? std::nullopt : loads_->wait();
  if (show_) show_(status_);
  Channel* channel = link_ == nullptr ? nullptr : link_->channel();
  if (channel != nullptr) {
    channel->notice(protocol::notice::kJobProgress, job_progress_json(status_));
  }
}

}  // namespace tagtrail::host
