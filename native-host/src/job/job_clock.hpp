// The time of a job: what all its runs took, without the pauses of its user.
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <utility>

namespace tagtrail::host {

class JobClock {
 public:
  /// `before_ms`: what the runs before took. `round_began_ms`: by this clock, when the newest round
  /// of revisiting began; 0 when the crawl itself goes on.
  JobClock(std::uint64_t before_ms, std::uint64_t round_began_ms)
      : before_ms_(before_ms), round_began_ms_(round_began_ms) {}

  /// The run begins.
  void start() { started_ = Clock::now(); }
  /// Pauses don't count: who logs in again after lunch has lost no time of the job's.
  void pause() { paused_at_ = Clock::now(); }
  void go_on() {
    if (paused_at_) started_ += Clock::now() - *std::exchange(paused_at_, std::nullopt);
  }

  std::uint64_t elapsed_ms() const {
    const auto running = paused_at_.value_or(Clock::now()) - started_;
    return before_ms_ + static_cast<std::uint64_t>(
                            std::chrono::duration_cast<std::chrono::milliseconds>(running).count());
  }
  /// Whether a budget of so much time is used up. Each round of revisiting has its own.
  bool is_over(std::uint64_t limit_ms) const {
    const std::uint64_t elapsed = elapsed_ms();
    return elapsed >= round_began_ms_ && elapsed - round_began_ms_ >= limit_ms;
  }

 private:
  using Clock = std::chrono::steady_clock;

  std::uint64_t before_ms_;
  std::uint64_t round_began_ms_;
  Clock::time_point started_ = Clock::now();  ///< moved on by the length of pauses
  std::optional<Clock::time_point> paused_at_;
};

}  // namespace tagtrail::host
