// Work on many files by a few threads.
#pragma once

#include <algorithm>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <functional>
#include <mutex>
#include <thread>
#include <utility>
#include <vector>

#include "tagtrail/error.hpp"

namespace tagtrail::host {

/// Threads that do one piece of work after the other, in its order, until all are done or they are
/// told to stop: as many as the machine has processors, at most 4.
template <typename Result>
class FilePool {
 public:
  using Work = std::function<Result(std::size_t)>;

  /// `work` is called by several threads at once, with 0 to `count` - 1, and never after the pool
  /// is gone.
  FilePool(std::size_t count, Work work) : count_(count), work_(std::move(work)) {
    constexpr unsigned kMostThreads = 4;
    const unsigned threads = std::clamp(std::thread::hardware_concurrency(), 1U, kMostThreads);
    for (unsigned i = 0; i < threads; ++i) threads_.emplace_back([this] { run(); });
  }
  FilePool(const FilePool&) = delete;
  FilePool& operator=(const FilePool&) = delete;
  ~FilePool() {
    next_ = count_;
    for (std::thread& thread : threads_) thread.join();
  }

  /// What has come of it, once there is enough of that or `time` is over.
  std::vector<Result> wait(std::chrono::milliseconds time, std::size_t enough) {
    std::unique_lock lock(mutex_);
    found_one_.wait_for(lock, time, [&] { return found_.size() >= enough; });
    return std::exchange(found_, {});
  }

 private:
  void run() {
    for (std::size_t at = next_++; at < count_; at = next_++) {
      Result result = work_(at);
      const std::lock_guard lock(mutex_);
      found_.push_back(std::move(result));
      found_one_.notify_one();
    }
  }

  const std::size_t count_;
  const Work work_;
  std::atomic<std::size_t> next_{0};
  std::mutex mutex_;
  std::condition_variable found_one_;
  std::vector<Result> found_;
  std::vector<std::thread> threads_;  ///< last: they use the others
};

/// Does all of it; `take` gets what came of it from time to time, some of it at once and in any
/// order; `go_on` is asked at least every tenth of a second while some is left. Both are called by
/// the caller's thread. Errors: those of `take`.
template <typename Result>
Expected<void> work_on_all(std::size_t count, typename FilePool<Result>::Work work,
                           const std::function<Expected<void>(std::vector<Result>)>& take,
                           const std::function<bool()>& go_on) {
  constexpr std::size_t kAtOnce = 200;
  constexpr std::chrono::milliseconds kAsk{100};
  constexpr std::chrono::seconds kTakeEvery{1};
  FilePool<Result> pool(count, std::move(work));
  std::vector<Result> found;
  std::size_t left = count;
  auto taken_at = std::chrono::steady_clock::now();
  while (left > 0 && go_on()) {
    for (Result& each : pool.wait(kAsk, std::min(left, kAtOnce))) {
      found.push_back(std::move(each));
      --left;
    }
    const auto now = std::chrono::steady_clock::now();
    if (found.size() < kAtOnce && left > 0 && now - taken_at < kTakeEvery) continue;
    taken_at = now;
    TRY(take(std::exchange(found, {})));
  }
  return found.empty() ? Expected<void>{} : take(std::move(found));
}

}  // namespace tagtrail::host
