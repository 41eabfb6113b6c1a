// What `tagtrail batch` shows: a line while it runs, a summary at the end.
#pragma once

#include <chrono>
#include <cstddef>
#include <nlohmann/json.hpp>
#include <string>

#include "batch/batch_run.hpp"

namespace tagtrail::host {

/// One line on standard error that rewrites itself on a terminal; elsewhere each is a line.
class BatchLine {
 public:
  BatchLine();
  static constexpr std::chrono::milliseconds kOften{500};

  /// How often a status is worth showing: often on a terminal, every 10 s in a log.
  std::chrono::milliseconds every() const;
  /// What comes sooner is left out.
  void show(const BatchStatus& status);
  void end() const;

 private:
  bool terminal_;
  bool shown_ = false;
  std::chrono::steady_clock::time_point next_{};
};

/// The summary on standard output, for people or as one JSON object. `dir` as the user wrote it.
void print_batch_text(const std::string& dir, const BatchEnd& end);
void print_batch_json(const nlohmann::ordered_json& json);

/// `end` is null, and `exit_code` means nothing, while the batch runs.
nlohmann::ordered_json batch_json(const std::string& dir, const BatchStatus& status, int exit_code,
                                  const BatchEnd* end);

}  // namespace tagtrail::host
