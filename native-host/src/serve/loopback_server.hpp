// A small web server for this machine alone: answers are made from a request's path, and nothing a
// request says is remembered.
#pragma once

#include <sys/types.h>

#include <functional>
#include <string>
#include <string_view>

#include "tagtrail/error.hpp"

namespace tagtrail::host {

/// The whole answer, head and body, to a request for `target` (path and query).
using AnswerRequest = std::function<std::string(std::string_view target, bool head_only)>;

/// A process of its own, so that it takes no thread of its owner; killed with it.
class LoopbackServer {
 public:
  /// Listens on a free port of 127.0.0.1. Errors: io (no socket, no process).
  static Expected<LoopbackServer> start(const AnswerRequest& answer);
  LoopbackServer(LoopbackServer&& other) noexcept;
  LoopbackServer& operator=(LoopbackServer&&) = delete;
  LoopbackServer(const LoopbackServer&) = delete;
  LoopbackServer& operator=(const LoopbackServer&) = delete;
  ~LoopbackServer();

  /// `http://127.0.0.1:PORT/`
  std::string url() const;

 private:
  LoopbackServer(pid_t process, unsigned port) : process_(process), port_(port) {}

  pid_t process_ = -1;
  unsigned port_ = 0;
};

/// An answer's bytes. `fields`: further lines of its head, each with its line break (CR LF).
std::string http_answer(std::string_view status, std::string_view fields, std::string_view body,
                        bool head_only);

}  // namespace tagtrail::host
