// How a job goes, while it runs: one line that rewrites itself on a terminal, one every ten seconds
// elsewhere.
#pragma once

#include <string>

#include "job/status.hpp"

namespace tagtrail::host {

class ProgressLine {
 public:
  /// On standard error. `quiet`: only warnings. `stops_itself`: when enough has been found, so
  /// nobody has to be told how to end it then.
  ProgressLine(bool quiet, bool stops_itself);

  void show(const JobStatus& status);
  /// Clears the line.
  void end() const;

 private:
  void show_on_terminal(const JobStatus& status);
  void say_about_all(const JobStatus& status);
  void warn(const std::string& warning);

  bool quiet_;
  bool stops_itself_;
  bool terminal_;
  bool coloured_;
  bool shown_ = false;
  unsigned turn_ = 0;
  bool about_all_ = false;  ///< has been said
  double next_ = 0;
  std::string warned_;
};

}  // namespace tagtrail::host
