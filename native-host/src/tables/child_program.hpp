// A program that is asked what is in a file, in a process of its own: what goes wrong in it ends it
// alone.
#pragma once

#include <sys/types.h>

#include <array>
#include <chrono>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "system/descriptor.hpp"

namespace tagtrail::host {

/// Has memory of 1 GiB, 8 seconds of processor time, can't write to files, and is killed once its
/// time is over, or nobody waits for it any longer.
class ChildProgram {
 public:
  using Clock = std::chrono::steady_clock;
  enum class Environment { ours, none };

  /// `words`: the program, looked for in PATH unless it is a path, and its arguments. `in`: its
  /// standard input, borrowed; -1: nothing. `end`: when it is killed. Nothing: it can't be started.
  static std::optional<ChildProgram> start(std::vector<std::string> words, int in,
                                           Environment environment, Clock::time_point end);
  ChildProgram(ChildProgram&& other) noexcept;
  ChildProgram& operator=(ChildProgram&&) = delete;
  ChildProgram(const ChildProgram&) = delete;
  ChildProgram& operator=(const ChildProgram&) = delete;
  /// Kills it.
  ~ChildProgram();

  /// What it says next, until the next call; empty: nothing more comes.
  std::string_view read();

  /// How it ended: by itself, once it has said all; what goes on then is killed. Once only.
  enum class End { well, badly, over_time };
  End end();

 private:
  ChildProgram(pid_t child, Descriptor out, Clock::time_point end);
  bool ends_in_time() const;
  /// Its status as of waitpid().
  int wait_for_it();

  pid_t child_ = 0;
  Descriptor out_;
  Clock::time_point end_;
  bool over_time_ = false;
  bool said_all_ = false;
  std::vector<char> buffer_;
};

}  // namespace tagtrail::host
