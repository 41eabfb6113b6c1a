// An HTTP server on loopback that misbehaves on demand.
#pragma once

#include <atomic>
#include <functional>
#include <mutex>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

/// One connection; the handler is called once for each request on it.
class TestConnection {
 public:
  explicit TestConnection(int fd) : fd_(fd) {}
  /// False once the client is gone.
  bool send(std::string_view bytes);
  /// The next request's head; empty when the client is gone.
  std::string receive();
  /// Waits until the client closes the connection.
  void wait_for_end();

 private:
  int fd_;
};

/// Serves until destroyed. `handle` returns false to close the connection.
class TestServer {
 public:
  using Handler = std::function<bool(TestConnection&, const std::string& request)>;

  explicit TestServer(Handler handle);
  ~TestServer();
  TestServer(const TestServer&) = delete;
  TestServer& operator=(const TestServer&) = delete;

  /// http://127.0.0.1:PORT + path
  std::string url(std::string_view path) const;
  int port() const { return port_; }
  int connections() const { return connections_; }

 private:
  void accept_all();
  void serve(int fd);

  Handler handle_;
  int listener_ = -1;
  int port_ = 0;
  std::atomic<int> connections_ = 0;
  std::mutex mutex_;
  std::vector<int> open_;
  std::vector<std::thread> threads_;
  std::thread acceptor_;
};
