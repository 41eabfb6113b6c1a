// Answers GET /metrics on a port of this machine alone.
#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "tagtrail/error.hpp"

namespace tagtrail::host {

/// A thread of its own with one connection at a time: a request of at most 8 KiB that has come
/// within 2 s. Only requests to this machine by a name of it are answered, so that no website can
/// read the answer by a name that it lets point here.
class MetricsServer {
 public:
  /// Listens on 127.0.0.1; `port` 0: any that is free. Errors: busy (the port is taken), io.
  static Expected<std::unique_ptr<MetricsServer>> start(std::uint16_t port);
  virtual ~MetricsServer() = default;
  virtual std::uint16_t port() const = 0;
  /// What is answered from now on.
  virtual void publish(std::string text) = 0;
};

}  // namespace tagtrail::host
