// For commands on long lists: how far they are, as a line on standard error for every ten thousand.
#pragma once

#include <cstddef>
#include <string_view>

#include "cli/job_words.hpp"
#include "system/say.hpp"

namespace tagtrail::host {

class ListProgress {
 public:
  /// Of so many; `what` is done with them, such as `lines read`.
  ListProgress(std::size_t of, std::string_view what) : of_(of), what_(what) {}

  void operator()(std::size_t done) {
    if (of_ <= kEvery || done < next_) return;
    next_ = (done / kEvery + 1) * kEvery;
    say(stderr, "{} of {} {}\n", grouped(done), grouped(of_), what_);
  }

 private:
  static constexpr std::size_t kEvery = 10'000;
  std::size_t of_;
  std::string_view what_;
  std::size_t next_ = kEvery;
};

}  // namespace tagtrail::host
