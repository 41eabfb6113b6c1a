#include "observe/metrics_server.hpp"

#include <arpa/inet.h>
#include <fmt/format.h>
#include <netinet/in.h>
#include <poll.h>
#include <sys/eventfd.h>
#include <sys/socket.h>

#include <array>
#include <cerrno>
#include <chrono>
#include <cstring>

#include "tagtrail/text.hpp"

namespace tagtrail::host {
namespace {

constexpr std::size_t kRequestBytes = 8192;
constexpr std::chrono::seconds kPatience{2};
constexpr int kWaitingReaders = 16;
constexpr std::string_view kHeadEnd = "\r\n\r\n";

/// The value of a header field of `head`; empty when there is none.
std::string_view field(std::string_view head, std::string_view name) {
  while (!head.empty()) {
    const std::size_t end = std::min(head.find("\r\n"), head.size());
    const std::string_view line = head.substr(0, end);
    head.remove_prefix(std::min(end + 2, head.size()));
    const std::size_t colon = line.find(':');
    if (colon == std::string_view::npos || ascii_lower(line.substr(0, colon)) != name) continue;
    return trim(line.substr(colon + 1));
  }
  return {};
}

bool names_this_machine(std::string_view host) {
  const std::string_view name = host.substr(0, host.rfind(':'));
  return name == "127.0.0.1" || ascii_lower(name) == "localhost";
}

std::string answer(std::string_view status, std::string_view body) {
  return fmt::format(
      "HTTP/1.1 {}\r\nContent-Type: text/plain; version=0.0.4; charset=utf-8\r\n"
      "Content-Length: {}\r\nX-Content-Type-Options: nosniff\r\nConnection: close\r\n\r\n{}",
      status, body.size(), body);
}

}  // namespace

MetricsServer::MetricsServer(Descriptor listener, Descriptor stop, std::uint16_t port)
    : listener_(std::move(listener)),
      stop_(std::move(stop)),
      port_(port),
      thread_([this] { serve(); }) {}

MetricsServer::~MetricsServer() {
  ::eventfd_write(stop_.get(), 1);
  thread_.join();
}

void MetricsServer::publish(std::string text) {
  const std::lock_guard lock(mutex_);
  text_ = std::move(text);
}

/// False at the deadline, and when the server is to end.
bool MetricsServer::wait_for(int fd, short events, Clock::time_point deadline) const {
  std::array<pollfd, 2> states{pollfd{fd, events, 0}, pollfd{stop_.get(), POLLIN, 0}};
  const auto left = std::chrono::ceil<std::chrono::milliseconds>(deadline - Clock::now()).count();
  if (left <= 0) return false;
  return ::poll(states.data(), states.size(), static_cast<int>(left)) > 0 && states[1].revents == 0;
}

void MetricsServer::serve() {
  std::array<pollfd, 2> states{pollfd{listener_.get(), POLLIN, 0}, pollfd{stop_.get(), POLLIN, 0}};
  for (;;) {
    ::poll(states.data(), states.size(), -1);
    if (states[1].revents != 0) return;
    const Descriptor connection(
        ::accept4(listener_.get(), nullptr, nullptr, SOCK_CLOEXEC | SOCK_NONBLOCK));
    if (connection) converse(connection.get());
  }
}

void MetricsServer::converse(int fd) const {
  const auto deadline = Clock::now() + kPatience;
  std::string request;
  std::array<char, 2048> chunk{};
  while (request.find(kHeadEnd) == std::string::npos && request.size() <= kRequestBytes) {
    if (!wait_for(fd, POLLIN, deadline)) return;
    const ssize_t size = ::recv(fd, chunk.data(), chunk.size(), 0);
    if (size <= 0) return;
    request.append(chunk.data(), static_cast<std::size_t>(size));
  }
  const std::string reply = reply_to(request);
  std::string_view rest = reply;
  while (!rest.empty() && wait_for(fd, POLLOUT, deadline)) {
    const ssize_t size = ::send(fd, rest.data(), rest.size(), MSG_NOSIGNAL);
    if (size <= 0) return;
    rest.remove_prefix(static_cast<std::size_t>(size));
  }
  ::shutdown(fd, SHUT_WR);
  // What is still unread would reset the connection, and take the answer with it.
  for (std::size_t read = 0; read < kRequestBytes && wait_for(fd, POLLIN, deadline);) {
    const ssize_t size = ::recv(fd, chunk.data(), chunk.size(), 0);
    if (size <= 0) return;
    read += static_cast<std::size_t>(size);
  }
}

std::string MetricsServer::reply_to(std::string_view request) const {
  const std::size_t end = request.find(kHeadEnd);
  if (end == std::string_view::npos) {
    return answer("431 Request Header Fields Too Large", "too large\n");
  }
  const std::string_view head = request.substr(0, end);
  const std::string_view line = head.substr(0, head.find("\r\n"));
  if (!names_this_machine(field(head, "host"))) {
    return answer("403 Forbidden", "only for this machine\n");
  }
  if (!line.starts_with("GET ")) return answer("405 Method Not Allowed", "only GET\n");
  if (!line.starts_with("GET /metrics ")) return answer("404 Not Found", "see /metrics\n");
  const std::lock_guard lock(mutex_);
  return answer("200 OK", text_);
}

Expected<std::unique_ptr<MetricsServer>> MetricsServer::start(std::uint16_t port) {
  Descriptor listener(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0));
  Descriptor stop(::eventfd(0, EFD_CLOEXEC));
  if (!listener || !stop) return fail(ErrorCode::io, "no socket for --metrics");
  const int on = 1;
  ::setsockopt(listener.get(), SOL_SOCKET, SO_REUSEADDR, &on, sizeof on);
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_port = htons(port);
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  socklen_t size = sizeof address;
  auto* plain = reinterpret_cast<sockaddr*>(&address);
  if (::bind(listener.get(), plain, size) != 0 || ::listen(listener.get(), kWaitingReaders) != 0 ||
      ::getsockname(listener.get(), plain, &size) != 0) {
    return fail(ErrorCode::busy,
                fmt::format("can't listen on port {}: {}", port, std::strerror(errno)));
  }
  return std::make_unique<MetricsServer>(std::move(listener), std::move(stop),
                                         ntohs(address.sin_port));
}

}  // namespace tagtrail::host
