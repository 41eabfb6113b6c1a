// Runs tasks in forked processes, several at a time: each has its memory to itself, shares what its
// parent had read, and can't take the others down.
#pragma once

#include <sys/types.h>

#include <csignal>
#include <cstddef>
#include <deque>
#include <functional>
#include <string>
#include <vector>

#include "system/posix_file.hpp"
#include "tagtrail/error.hpp"

namespace tagtrail::host {

/// What one task left.
struct TaskEnd {
  std::size_t task = 0;
  int exit_code = 0;   ///< 70 when the process died of a signal
  int signal = 0;      ///< that it died of, or 0
  std::string output;  ///< all of it, however it ended
};

struct ForkTask {
  /// In a process of its own: returns its exit code. What it leaves in `output` reaches `done`.
  std::function<int(std::string& output)> body;
  /// Called in this process as it ends.
  std::function<void(TaskEnd)> done;
};

/// Tasks that run while the caller does other things between its calls. Kills what still runs when
/// it goes.
class ForkQueue {
 public:
  explicit ForkQueue(unsigned jobs) : jobs_(jobs) {}
  ForkQueue(const ForkQueue&) = delete;
  ForkQueue& operator=(const ForkQueue&) = delete;
  ~ForkQueue();

  /// Starts in the order of adding, once there is room; TaskEnd::task counts them.
  void add(ForkTask task);
  std::size_t waiting() const { return waiting_.size(); }
  std::size_t unfinished() const { return waiting_.size() + running_.size(); }
  /// Starts what there is room for, then takes what has arrived, waiting for it this long at most.
  /// Errors: io (no pipe, no process).
  Expected<void> tend(int wait_ms);

 private:
  struct Child {
    pid_t pid = 0;
    Descriptor pipe;
    TaskEnd end;
    std::function<void(TaskEnd)> done;
  };
  Expected<void> start(ForkTask task);
  static bool drain(Child& child);
  static void reap(Child& child);

  unsigned jobs_;
  std::size_t started_ = 0;
  std::deque<ForkTask> waiting_;
  std::vector<Child> running_;
};

struct ForkPool {
  std::size_t tasks = 0;
  unsigned jobs = 1;  ///< at a time
  /// The body of task 0, 1, ... in its own process: returns its exit code. What it leaves in
  /// `output` reaches `done`.
  std::function<int(std::size_t task, std::string& output)> body;
  /// Called in this process as each ends, in any order.
  std::function<void(TaskEnd)> done;
  /// Looked at between events, if set: once true, running tasks are killed and nothing more is
  /// reported.
  const volatile std::sig_atomic_t* stop = nullptr;

  /// Runs all. Errors: io (no pipe, no process; running tasks are killed).
  Expected<void> run() const;
};

}  // namespace tagtrail::host
