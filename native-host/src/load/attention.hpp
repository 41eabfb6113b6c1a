// What a job looks after while it waits for a transfer, a permit or a tab.
#pragma once

#include <vector>

namespace tagtrail::host {

class Attention {
 public:
  virtual ~Attention() = default;
  /// Descriptors whose readability should end a wait early.
  virtual std::vector<int> descriptors() = 0;
  /// Handles what has arrived on them; shows progress. Called a few times a second at least.
  virtual void attend() = 0;
  /// True once the user wants the job to stop, or its time is up: waits end without a result.
  virtual bool stopping() const = 0;
};

}  // namespace tagtrail::host
