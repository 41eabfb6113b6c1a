// What `tagtrail batch` shows: a line while it runs, a summary at the end.
#pragma once

#include <cstddef>
#include <string>

#include "batch/batch_run.hpp"

namespace tagtrail::host {

/// One line on standard error that rewrites itself on a terminal; elsewhere each is a line.
class BatchLine {
 public:
  BatchLine();
  /// How often a status is worth showing: often on a terminal, every 10 s in a log.
  std::chrono::milliseconds every() const;
  void show(const BatchStatus& status);
  void end() const;

 private:
  bool terminal_;
  bool shown_ = false;
};

/// The summary on standard output, for people or as one JSON object. `dir` as the user wrote it.
void print_batch_text(const std::string& dir, const BatchEnd& end);
void print_batch_json(const std::string& dir, int exit_code, const BatchEnd& end);

}  // namespace tagtrail::host
