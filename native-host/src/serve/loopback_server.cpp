#include "serve/loopback_server.hpp"

#include <arpa/inet.h>
#include <fmt/format.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <signal.h>
#include <sys/epoll.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <map>
#include <utility>

#include "system/descriptor.hpp"
#include "system/system_failure.hpp"

namespace tagtrail::host {
namespace {

constexpr int kBacklog = 1024;
constexpr std::size_t kMostRequestBytes = 64 * 1024;

class Connection {
 public:
  explicit Connection(Descriptor socket) : socket_(std::move(socket)) {}

  int number() const { return socket_.get(); }
  bool is_waiting_to_send() const { return !unsent_.empty(); }

  /// False when the other side has gone.
  bool go_on(const AnswerRequest& answer) {
    if (!receive()) return false;
    std::size_t end = 0;
    while ((end = received_.find("\r\n\r\n")) != std::string::npos) {
      const std::string_view request = std::string_view(received_).substr(0, end);
      const bool head_only = request.starts_with("HEAD ");
      const std::size_t path = std::min(request.find(' ') + 1, request.size());
      const std::size_t length = request.find(' ', path) - path;
      unsent_ += answer(request.substr(path, length), head_only);
      received_.erase(0, end + 4);
    }
    return received_.size() <= kMostRequestBytes && send();
  }

 private:
  bool receive() {
    std::array<char, 16 * 1024> buffer{};
    for (;;) {
      const ssize_t size = ::recv(number(), buffer.data(), buffer.size(), 0);
      if (size > 0) {
        received_.append(buffer.data(), static_cast<std::size_t>(size));
      } else {
        return size < 0 && (errno == EAGAIN || errno == EWOULDBLOCK || errno == EINTR);
      }
    }
  }

  bool send() {
    while (!unsent_.empty()) {
      const ssize_t size = ::send(number(), unsent_.data(), unsent_.size(), MSG_NOSIGNAL);
      if (size <= 0) return errno == EAGAIN || errno == EWOULDBLOCK || errno == EINTR;
      unsent_.erase(0, static_cast<std::size_t>(size));
    }
    return true;
  }

  Descriptor socket_;
  std::string received_;
  std::string unsent_;
};

void accept_all(int listener, int poller, std::map<int, Connection>& connections) {
  for (;;) {
    Descriptor socket(::accept4(listener, nullptr, nullptr, SOCK_NONBLOCK | SOCK_CLOEXEC));
    if (!socket) return;
    const int yes = 1;
    ::setsockopt(socket.get(), IPPROTO_TCP, TCP_NODELAY, &yes, sizeof yes);
    const int number = socket.get();
    epoll_event event{};
    event.events = EPOLLIN;
    event.data.fd = number;
    ::epoll_ctl(poller, EPOLL_CTL_ADD, number, &event);
    connections.emplace(number, Connection(std::move(socket)));
  }
}

[[noreturn]] void serve(const Descriptor& listener, const AnswerRequest& answer) {
  const Descriptor poller(::epoll_create1(EPOLL_CLOEXEC));
  epoll_event event{};
  event.events = EPOLLIN;
  event.data.fd = listener.get();
  ::epoll_ctl(poller.get(), EPOLL_CTL_ADD, listener.get(), &event);
  std::map<int, Connection> connections;
  std::array<epoll_event, 256> events{};
  for (;;) {
    const int count = ::epoll_wait(poller.get(), events.data(), events.size(), -1);
    for (int i = 0; i < count; ++i) {
      const int number = events[static_cast<std::size_t>(i)].data.fd;
      if (number == listener.get()) {
        accept_all(number, poller.get(), connections);
        continue;
      }
      const auto found = connections.find(number);
      if (found == connections.end()) continue;
      if (!found->second.go_on(answer)) {
        connections.erase(found);
        continue;
      }
      event.events = EPOLLIN;
      if (found->second.is_waiting_to_send()) event.events |= EPOLLOUT;
      event.data.fd = number;
      ::epoll_ctl(poller.get(), EPOLL_CTL_MOD, number, &event);
    }
  }
}

}  // namespace

std::string http_answer(std::string_view status, std::string_view fields, std::string_view body,
                        bool head_only) {
  std::string text =
      fmt::format("HTTP/1.1 {}\r\n{}Content-Length: {}\r\n\r\n", status, fields, body.size());
  if (!head_only) text += body;
  return text;
}

Expected<LoopbackServer> LoopbackServer::start(const AnswerRequest& answer) {
  const Descriptor listener(::socket(AF_INET, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0));
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  socklen_t size = sizeof address;
  auto* const generic = reinterpret_cast<sockaddr*>(&address);
  if (!listener || ::bind(listener.get(), generic, size) != 0 ||
      ::listen(listener.get(), kBacklog) != 0 ||
      ::getsockname(listener.get(), generic, &size) != 0) {
    return system_failure(errno, "a server on loopback");
  }
  const pid_t parent = ::getpid();
  const pid_t process = ::fork();
  if (process < 0) return system_failure(errno, "a process for the server");
  if (process == 0) {
    ::prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (::getppid() != parent) ::_exit(1);
    ::signal(SIGINT, SIG_IGN);
    serve(listener, answer);
  }
  return LoopbackServer(process, ntohs(address.sin_port));
}

LoopbackServer::LoopbackServer(LoopbackServer&& other) noexcept
    : process_(std::exchange(other.process_, -1)), port_(other.port_) {}

LoopbackServer::~LoopbackServer() {
  if (process_ <= 0) return;
  ::kill(process_, SIGKILL);
  ::waitpid(process_, nullptr, 0);
}

std::string LoopbackServer::url() const { return fmt::format("http://127.0.0.1:{}/", port_); }

}  // namespace tagtrail::host
