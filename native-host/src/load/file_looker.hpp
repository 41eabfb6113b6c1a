// What is in a file that has just come, where the objective weighs files by that: known before the
// next decision.
#pragma once

#include <atomic>
#include <memory>

#include "load/loaded.hpp"
#include "load/task.hpp"
#include "load/waits.hpp"

namespace tagtrail::host {

class FileLooker {
 public:
  /// Borrows it.
  explicit FileLooker(Waits& waits) : waits_(waits) {}

  /// Of `loaded.file`, by a thread of its own, so that other requests go on meanwhile; some seconds
  /// at most, after which what was read until then counts. A file that can't be read: `unknown`.
  /// `loaded` outlives the task.
  Task<FileHolds> look(const Loaded& loaded);

 private:
  Waits& waits_;
  /// Looks under way; shared, as one may go on after its task was given up.
  std::shared_ptr<std::atomic<unsigned>> under_way_ = std::make_shared<std::atomic<unsigned>>(0);
};

}  // namespace tagtrail::host
