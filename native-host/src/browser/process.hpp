// A child process that can't outlive us, with the end of what it said on standard error.
#pragma once

#include <sys/types.h>

#include <chrono>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "system/descriptor.hpp"
#include "tagtrail/error.hpp"

namespace tagtrail::host {

struct ProcessOptions {
  std::vector<std::string> arguments;              ///< the first is the program's path
  std::map<std::string, std::string> environment;  ///< added to ours, or instead of ours
  int input = -1;  ///< becomes its standard input, else that is empty
};

/// Destroying it ends the process and its group: SIGTERM, and SIGKILL after a grace.
class Process {
 public:
  /// The child leads a process group of its own and is killed when the thread that called start()
  /// ends, so start it from a thread that lives as long as the child shall. Standard output and
  /// error are kept for tail(). Errors: missing_dependency, io.
  static Expected<std::unique_ptr<Process>> start(const ProcessOptions& options);
  /// A child that was started, and its output.
  Process(pid_t id, Descriptor output);
  ~Process();
  Process(const Process&) = delete;
  Process& operator=(const Process&) = delete;

  pid_t id() const { return id_; }
  /// False once it has ended.
  bool running() const;
  /// Once it has ended: its exit code, or 128 and the number of the signal that ended it.
  std::optional<int> exit_code() const;
  /// The last kTailBytes of its output.
  std::string tail() const;
  /// True once nobody can add to the output any more.
  bool output_ended() const;

  static constexpr std::size_t kTailBytes = 16UL * 1024;

 private:
  class OutputTail;

  pid_t id_;
  std::unique_ptr<OutputTail> output_;
};

/// What a program that needs no input says within `timeout`; nothing when it can't be run.
std::optional<std::string> output_of(const std::vector<std::string>& arguments,
                                     std::chrono::milliseconds timeout);

}  // namespace tagtrail::host
