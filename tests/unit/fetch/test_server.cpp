#include "test_server.hpp"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <stdexcept>

bool TestConnection::send(std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t sent = ::send(fd_, bytes.data(), bytes.size(), MSG_NOSIGNAL);
    if (sent <= 0) return false;
    bytes.remove_prefix(static_cast<std::size_t>(sent));
  }
  return true;
}

std::string TestConnection::receive() {
  std::string request;
  char c = 0;
  while (!request.ends_with("\r\n\r\n")) {
    if (recv(fd_, &c, 1, 0) != 1) return {};
    request.push_back(c);
  }
  return request;
}

void TestConnection::wait_for_end() {
  std::array<char, 1024> buffer{};
  while (recv(fd_, buffer.data(), buffer.size(), 0) > 0) {
  }
}

TestServer::TestServer(Handler handle) : handle_(std::move(handle)) {
  listener_ = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  socklen_t size = sizeof address;
  auto* plain = reinterpret_cast<sockaddr*>(&address);
  if (bind(listener_, plain, size) != 0 || listen(listener_, 64) != 0 ||
      getsockname(listener_, plain, &size) != 0) {
    throw std::runtime_error("no loopback socket");
  }
  port_ = ntohs(address.sin_port);
  acceptor_ = std::thread([this] { accept_all(); });
}

TestServer::~TestServer() {
  shutdown(listener_, SHUT_RDWR);
  acceptor_.join();
  {
    const std::lock_guard lock(mutex_);
    for (const int fd : open_) shutdown(fd, SHUT_RDWR);
  }
  for (std::thread& thread : threads_) thread.join();
  close(listener_);
}

std::string TestServer::url(std::string_view path) const {
  return "http://127.0.0.1:" + std::to_string(port_) + std::string(path);
}

void TestServer::accept_all() {
  while (true) {
    const int fd = accept4(listener_, nullptr, nullptr, SOCK_CLOEXEC);
    if (fd < 0) return;
    ++connections_;
    const std::lock_guard lock(mutex_);
    open_.push_back(fd);
    threads_.emplace_back([this, fd] { serve(fd); });
  }
}

void TestServer::serve(int fd) {
  TestConnection connection(fd);
  while (true) {
    const std::string request = connection.receive();
    if (request.empty() || !handle_(connection, request)) break;
  }
  const std::lock_guard lock(mutex_);
  std::erase(open_, fd);
  close(fd);
}
