// How a job goes, while it runs: one line that rewrites itself on a terminal, one every ten seconds
// elsewhere.
#pragma once

#include <string>

#include "job/status.hpp"

namespace tagtrail::host {

class ProgressLine {
 public:
  /// On standard error. `quiet`: only warnings.
  explicit ProgressLine(bool quiet);

  void show(const JobStatus& status);
  /// Clears the line.
  void end() const;

 private:
  void show_on_terminal(const JobStatus& status);
  void warn(const std::string& warning);

  bool quiet_;
  bool terminal_;
  bool coloured_;
  bool shown_ = false;
  unsigned turn_ = 0;
  double next_ = 0;
  std::string warned_;
};

}  // namespace tagtrail::host
