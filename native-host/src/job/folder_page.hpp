// index.html of a job that runs: written at its end, and now and then before that.
#pragma once

#include <chrono>
#include <filesystem>
#include <string>
#include <utility>

namespace tagtrail::host {

/// No page is a reason to end a job: what goes wrong is told once.
class FolderPage {
 public:
  /// `dir`: the job's folder, whose lock this process holds.
  explicit FolderPage(std::filesystem::path dir,
                      std::chrono::milliseconds every = std::chrono::minutes(1))
      : dir_(std::move(dir)), every_(every) {}

  /// The time from which on a page is due is counted from here.
  void start();
  /// Whether `every` has passed since the last one, and so much that pages cost a hundredth of the
  /// time at most.
  bool is_due() const { return Clock::now() >= due_at_; }
  /// Returns what went wrong, in words, unless the same was told before; empty: nothing.
  std::string write();
  /// Whether the page was there, and up to date, after the last write().
  bool is_there() const { return is_there_; }

 private:
  using Clock = std::chrono::steady_clock;

  std::filesystem::path dir_;
  Clock::duration every_;
  Clock::time_point due_at_;
  std::string told_;
  bool is_there_ = false;
};

}  // namespace tagtrail::host
