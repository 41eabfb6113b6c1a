// How a job goes, while it runs: one line that rewrites itself on a terminal, one every ten seconds
// elsewhere.
#pragma once

#include <cstdint>
#include <deque>
#include <string>
#include <utility>

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
  std::string details(const JobStatus& status) const;
  void keep_pace(const Progress& progress);
  void warn(const std::string& warning);

  bool quiet_;
  bool terminal_;
  bool coloured_;
  bool shown_ = false;
  unsigned turn_ = 0;
  std::deque<std::pair<std::uint64_t, std::uint64_t>> pace_;  ///< requests and files, oldest first
  double next_ = 0;
  std::string warned_;
};

}  // namespace tagtrail::host
