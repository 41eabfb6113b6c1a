#include "tables/look_pool.hpp"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <mutex>
#include <thread>

#include "tables/kin.hpp"
#include "tables/look_into.hpp"
#include "tables/look_json.hpp"

namespace tagtrail::host {
namespace {

constexpr unsigned kMostThreads = 4;
constexpr std::size_t kAtOnce = 200;
constexpr std::chrono::milliseconds kAsk{100};
constexpr std::chrono::seconds kTakeEvery{1};

FileLook look_at(const FileToLookInto& file) {
  const auto look = look_into(file.file, file.file.filename().string());
  if (look) return {file.key, kin_of_tables(look->tables), to_json(*look)};
  Look unread;
  unread.note = look.error().message;
  return {file.key, {}, to_json(unread)};
}

/// Threads that take one file after the other until all are done, or they are told to stop.
class LookThreads {
 public:
  explicit LookThreads(const std::vector<FileToLookInto>& files) : files_(files) {
    const unsigned count = std::clamp(std::thread::hardware_concurrency(), 1U, kMostThreads);
    for (unsigned i = 0; i < count; ++i) threads_.emplace_back([this] { work(); });
  }
  LookThreads(const LookThreads&) = delete;
  LookThreads& operator=(const LookThreads&) = delete;
  ~LookThreads() {
    next_ = files_.size();
    for (std::thread& thread : threads_) thread.join();
  }

  /// What was found, once there is enough of it or `wait` is over.
  std::vector<FileLook> wait(std::chrono::milliseconds time, std::size_t enough) {
    std::unique_lock lock(mutex_);
    found_one_.wait_for(lock, time, [&] { return found_.size() >= enough; });
    return std::exchange(found_, {});
  }

 private:
  void work() {
    for (std::size_t at = next_++; at < files_.size(); at = next_++) {
      FileLook look = look_at(files_[at]);
      const std::lock_guard lock(mutex_);
      found_.push_back(std::move(look));
      found_one_.notify_one();
    }
  }

  const std::vector<FileToLookInto>& files_;
  std::atomic<std::size_t> next_{0};
  std::mutex mutex_;
  std::condition_variable found_one_;
  std::vector<FileLook> found_;
  std::vector<std::thread> threads_;  ///< last: they use the others
};

}  // namespace

Expected<void> look_into_all(const std::vector<FileToLookInto>& files,
                             const std::function<Expected<void>(std::vector<FileLook>)>& take,
                             const std::function<bool()>& go_on) {
  LookThreads threads(files);
  std::vector<FileLook> found;
  std::size_t left = files.size();
  auto taken_at = std::chrono::steady_clock::now();
  while (left > 0 && go_on()) {
    for (FileLook& look : threads.wait(kAsk, std::min(left, kAtOnce))) {
      found.push_back(std::move(look));
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
