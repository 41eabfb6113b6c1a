// For commands that tell how far they are, when they take long.
#pragma once

#include <chrono>

namespace tagtrail::host {

class NowAndThen {
 public:
  /// True once every five seconds, first five seconds after it was made.
  bool is_due() {
    if (Clock::now() < next_) return false;
    next_ = Clock::now() + kEvery;
    return true;
  }

 private:
  using Clock = std::chrono::steady_clock;
  static constexpr std::chrono::seconds kEvery{5};
  Clock::time_point next_ = Clock::now() + kEvery;
};

}  // namespace tagtrail::host
