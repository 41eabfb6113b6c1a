// The targets of a job, as whoever lists them sees them: of one that runs, or of a folder.
#pragma once

#include <functional>
#include <vector>

#include "store/left_out.hpp"
#include "store/revisits.hpp"
#include "tagtrail/error.hpp"

namespace tagtrail::host {

struct TargetRow;

class TargetList {
 public:
  virtual ~TargetList() = default;
  /// One by one, in order of commit, without holding all in memory; an error of `take` ends it and
  /// is returned.
  virtual Expected<void> each_target(
      const std::function<Expected<void>(const TargetRow&)>& take) const = 0;
  /// What the rounds of revisiting have told of them.
  virtual Expected<RevisitReport> revisits() const = 0;
  /// What the job could have had besides them; empty for jobs of versions that did not record it.
  virtual Expected<std::vector<LeftOut>> left_out() const = 0;
};

}  // namespace tagtrail::host
