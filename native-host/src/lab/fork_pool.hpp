// Runs tasks in forked processes, several at a time: each has its memory to itself, shares what its
// parent had read, and can't take the others down.
#pragma once

#include <csignal>
#include <cstddef>
#include <functional>
#include <string>

#include "tagtrail/error.hpp"

namespace tagtrail::host {

/// What one task left.
struct TaskEnd {
  std::size_t task = 0;
  int exit_code = 0;   ///< 70 when the process died of a signal
  int signal = 0;      ///< that it died of, or 0
  std::string output;  ///< all of it, however it ended
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
