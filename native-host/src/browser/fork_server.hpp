// A copy of this program that was loaded once, and forks a process for each command line.
//
// A process that begins by exec has each shared library relocated for itself alone, which costs it
// more memory than a small site needs, and more time than some requests. A fork shares all of that
// with the others, and is else a process of its own as Process::start() makes them: a child of
// whoever asked for it, which outlives the server.
#pragma once

#include <functional>
#include <memory>
#include <span>
#include <string>
#include <string_view>

#include "browser/process.hpp"
#include "system/descriptor.hpp"
#include "tagtrail/error.hpp"

namespace tagtrail::host {

/// Our side.
class ForkServer {
 public:
  /// Starts `options.arguments`, which is to call serve_forks(); as Process::start() does. What it
  /// forks has its environment.
  static Expected<std::unique_ptr<ForkServer>> start(ProcessOptions options);
  ForkServer(Descriptor socket, std::unique_ptr<Process> process)
      : socket_(std::move(socket)), process_(std::move(process)) {}

  /// A process that runs `options.arguments`, by the thread that called start(). Errors: io: the
  /// server is gone, or did not answer in time; it is of no more use then, and nothing runs.
  Expected<std::unique_ptr<Process>> fork(const ProcessOptions& options);

 private:
  Descriptor socket_;
  std::unique_ptr<Process> process_;
};

/// The server's side, for main(): serves until the other side is gone. In each fork `run` gets its
/// command line and gives its exit code. `title` are the words of this program: those of the fork
/// are written over them, as far as they have room, for whoever lists processes. Returns an exit
/// code.
int serve_forks(const std::function<int(int count, char** words)>& run, std::span<char*> title);

}  // namespace tagtrail::host
