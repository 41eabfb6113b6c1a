// A child process that can't outlive us, with the end of what it said on standard error.
#pragma once

#include <sys/types.h>

#include <chrono>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "tagtrail/error.hpp"

namespace tagtrail::host {

struct ProcessOptions {
  std::vector<std::string> arguments;              ///< the first is the program's path
  std::map<std::string, std::string> environment;  ///< added to ours, or instead of ours
};

/// Destroying it ends the process and its group: SIGTERM, and SIGKILL after a grace.
class Process {
 public:
  /// The child leads a process group of its own and is killed when the thread that called start()
  /// ends, so start it from a thread that lives as long as the child shall. Its standard input is
  /// empty; standard output and error are kept for tail(). Errors: missing_dependency, io.
  static Expected<std::unique_ptr<Process>> start(const ProcessOptions& options);
  virtual ~Process() = default;
  virtual pid_t id() const = 0;
  /// False once it has ended.
  virtual bool running() = 0;
  /// Once it has ended: its exit code, or 128 and the number of the signal that ended it.
  virtual std::optional<int> exit_code() = 0;
  /// The last kTailBytes of its output.
  virtual std::string tail() const = 0;
  /// True once nobody can add to the output any more.
  virtual bool output_ended() const = 0;

  static constexpr std::size_t kTailBytes = 16UL * 1024;
};

/// What a program that needs no input says within `timeout`; nothing when it can't be run.
std::optional<std::string> output_of(const std::vector<std::string>& arguments,
                                     std::chrono::milliseconds timeout);

}  // namespace tagtrail::host
