// Makes a job's commits beside the fetching: what waits for the disk there keeps no connection
// waiting.
#pragma once

#include <functional>
#include <future>

#include "system/descriptor.hpp"
#include "tagtrail/error.hpp"

namespace tagtrail::host {

/// For one thread, which begins a commit, does other things, and ends it.
class CommitWorker {
 public:
  /// Errors: io (no descriptor).
  static Expected<CommitWorker> create();
  CommitWorker(CommitWorker&&) noexcept = default;
  CommitWorker& operator=(CommitWorker&&) = delete;
  /// Waits for a commit that was begun.
  ~CommitWorker() { wait(); }

  /// The one before must have been ended.
  void begin(std::function<Expected<void>()> commit);
  /// Readable when end() would not wait.
  int descriptor() const { return event_.get(); }
  /// Whether the commit that was begun is over.
  bool ended() const;
  /// Waits for it, and says how it went.
  Expected<void> end();
  void wait() const {
    if (commit_.valid()) commit_.wait();
  }

 private:
  explicit CommitWorker(Descriptor event) : event_(std::move(event)) {}

  Descriptor event_;
  std::future<Expected<void>> commit_;
};

}  // namespace tagtrail::host
