// Answers GET /metrics on a port of this machine alone.
#pragma once

#include <chrono>
#include <cstdint>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <thread>

#include "system/descriptor.hpp"
#include "tagtrail/error.hpp"

namespace tagtrail::host {

/// A thread of its own with one connection at a time: a request of at most 8 KiB that has come
/// within 2 s. Only requests to this machine by a name of it are answered, so that no website can
/// read the answer by a name that it lets point here.
class MetricsServer {
 public:
  /// Listens on 127.0.0.1; `port` 0: any that is free. Errors: busy (the port is taken), io.
  static Expected<std::unique_ptr<MetricsServer>> start(std::uint16_t port);
  /// A listening socket, and an eventfd that ends the thread.
  MetricsServer(Descriptor listener, Descriptor stop, std::uint16_t port);
  ~MetricsServer();
  MetricsServer(const MetricsServer&) = delete;
  MetricsServer& operator=(const MetricsServer&) = delete;

  std::uint16_t port() const { return port_; }
  /// What is answered from now on.
  void publish(std::string text);

 private:
  using Clock = std::chrono::steady_clock;

  bool wait_for(int fd, short events, Clock::time_point deadline) const;
  void serve();
  void converse(int fd) const;
  std::string reply_to(std::string_view request) const;

  Descriptor listener_;
  Descriptor stop_;
  std::uint16_t port_;
  mutable std::mutex mutex_;
  std::string text_;
  std::thread thread_;  ///< last: starts when all else is there
};

}  // namespace tagtrail::host
