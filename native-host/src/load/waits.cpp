#include "load/waits.hpp"

#include <algorithm>
#include <utility>

namespace tagtrail::host {

Waits::Wait::~Wait() {
  if (waiting_) waits_.waiting_.remove(this);
}

void Waits::Wait::await_suspend(std::coroutine_handle<> waiting) {
  waiting_ = waiting;
  waits_.waiting_.push_back(this);
}

/// A thousand waits for a time are not all asked whenever something happens.
SteadyTime Waits::Wait::over(SteadyTime now) {
  constexpr std::chrono::milliseconds kHolds{50};
  if (now < asked_again_ && known_ > now) return known_;
  known_ = over_(now);
  asked_again_ = known_ == kNotYet ? now : now + kHolds;
  return known_;
}

bool Waits::resume() {
  bool any = false;
  // Who goes on may wait again, behind all others: that is for the next time.
  auto left = waiting_.size();
  for (auto at = waiting_.begin(); left > 0; --left) {
    Wait& wait = **at;
    const SteadyTime now = std::chrono::steady_clock::now();
    if (wait.over(now) > now) {
      ++at;
      continue;
    }
    at = waiting_.erase(at);
    std::exchange(wait.waiting_, {}).resume();
    any = true;
  }
  return any;
}

SteadyTime Waits::next(SteadyTime now) {
  SteadyTime earliest = kNotYet;
  for (Wait* wait : waiting_) earliest = std::min(earliest, wait->over(now));
  return earliest;
}

}  // namespace tagtrail::host
