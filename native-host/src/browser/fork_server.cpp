#include "browser/fork_server.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sched.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <optional>
#include <utility>
#include <vector>

#include "system/exit_code.hpp"

namespace tagtrail::host {
namespace {

/// A fork takes less than a millisecond; on a machine that is overloaded, much longer.
constexpr timeval kPatience{2, 0};
constexpr int kGone = 127;

struct SocketPair {
  Descriptor ours;
  Descriptor theirs;
};

tl::unexpected<Error> failure(const char* what) {
  return fail(ErrorCode::io, fmt::format("{}: {}", what, std::strerror(errno)));
}

Expected<SocketPair> make_sockets(int kind) {
  int fds[2];
  if (::socketpair(AF_UNIX, kind | SOCK_CLOEXEC, 0, fds) != 0) return failure("no socket");
  return SocketPair{Descriptor(fds[0]), Descriptor(fds[1])};
}

/// A message of the fork server: one packet, with one descriptor.
class Packet {
 public:
  Packet(void* data, std::size_t size) : part_{data, size} {
    message_.msg_iov = &part_;
    message_.msg_iovlen = 1;
    message_.msg_control = control_;
    message_.msg_controllen = sizeof control_;
  }

  bool send(int socket, int passed) {
    cmsghdr* header = CMSG_FIRSTHDR(&message_);
    header->cmsg_level = SOL_SOCKET;
    header->cmsg_type = SCM_RIGHTS;
    header->cmsg_len = CMSG_LEN(sizeof passed);
    std::memcpy(CMSG_DATA(header), &passed, sizeof passed);
    ssize_t sent = 0;
    do {
      sent = ::sendmsg(socket, &message_, MSG_NOSIGNAL);
    } while (sent < 0 && errno == EINTR);
    return sent == static_cast<ssize_t>(part_.iov_len);
  }

  /// None when nothing whole came.
  Descriptor receive(int socket) {
    const ssize_t size = ::recvmsg(socket, &message_, MSG_CMSG_CLOEXEC);
    if (size != static_cast<ssize_t>(part_.iov_len)) return {};
    const cmsghdr* header = CMSG_FIRSTHDR(&message_);
    int passed = -1;
    if (header != nullptr && header->cmsg_type == SCM_RIGHTS) {
      std::memcpy(&passed, CMSG_DATA(header), sizeof passed);
    }
    return Descriptor(passed);
  }

 private:
  iovec part_;
  msghdr message_{};
  alignas(cmsghdr) char control_[CMSG_SPACE(sizeof(int))]{};
};

/// What is to be run: texts that end with a zero, first the environment, then an empty one, then
/// the words.
std::string packed(const ProcessOptions& options) {
  std::string text;
  for (const auto& [name, value] : options.environment) text += name + '=' + value + '\0';
  text += '\0';
  for (const std::string& word : options.arguments) text += word + '\0';
  return text;
}

struct Order {
  std::vector<char*> environment;
  std::vector<char*> words;
};

/// Points into `text`.
Order unpacked(std::string& text) {
  Order order;
  auto* list = &order.environment;
  for (std::size_t at = 0; at < text.size(); at += std::strlen(text.data() + at) + 1) {
    const bool divides = text[at] == '\0' && list == &order.environment;
    if (divides) {
      list = &order.words;
    } else {
      list->push_back(text.data() + at);
    }
  }
  return order;
}

/// As fork(), but the child's parent is ours, who can wait for it and whose end is its own. The C
/// library's record of the thread's id stays that of this process, whose only thread this is; only
/// who would signal that thread by its handle is misled.
pid_t fork_for_parent() {
  return static_cast<pid_t>(
      ::syscall(SYS_clone, CLONE_PARENT | SIGCHLD, nullptr, nullptr, nullptr, nullptr));
}

/// The words lie one behind the other.
void show_words(std::span<char*> title, const std::vector<char*>& words) {
  if (title.empty()) return;
  char* at = title.front();
  char* const end = title.back() + std::strlen(title.back());
  std::memset(at, 0, static_cast<std::size_t>(end - at));
  for (const char* word : words) {
    const std::size_t room = std::min(std::strlen(word), static_cast<std::size_t>(end - at));
    std::copy_n(word, room, at);
    at = std::min(at + room + 1, end);
  }
}

/// In the fork: what Process::start() does before exec. False when whoever asked has gone, or has
/// given up.
bool settle(const Descriptor& output, pid_t parent) {
  ::setpgid(0, 0);
  ::prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (::getppid() != parent) return false;
  ::dup2(output.get(), STDOUT_FILENO);
  ::dup2(output.get(), STDERR_FILENO);
  ::dup2(::open("/dev/null", O_RDONLY), STDIN_FILENO);
  ::close_range(STDERR_FILENO + 1, ~0U, 0);
  char go = 0;
  return ::read(STDOUT_FILENO, &go, sizeof go) == sizeof go;
}

}  // namespace

Expected<std::unique_ptr<ForkServer>> ForkServer::start(ProcessOptions options) {
  auto sockets = TRY(make_sockets(SOCK_SEQPACKET));
  ::setsockopt(sockets.ours.get(), SOL_SOCKET, SO_RCVTIMEO, &kPatience, sizeof kPatience);
  ::setsockopt(sockets.ours.get(), SOL_SOCKET, SO_SNDTIMEO, &kPatience, sizeof kPatience);
  options.input = sockets.theirs.get();
  auto process = TRY(Process::start(options));
  return std::make_unique<ForkServer>(std::move(sockets.ours), std::move(process));
}

Expected<std::unique_ptr<Process>> ForkServer::fork(const ProcessOptions& options) {
  auto output = TRY(make_sockets(SOCK_STREAM));
  std::string text = packed(options);
  if (!Packet(text.data(), text.size()).send(socket_.get(), output.theirs.get())) {
    return failure("the fork server takes nothing");
  }
  output.theirs.reset();
  pid_t id = 0;
  if (::recv(socket_.get(), &id, sizeof id, 0) != sizeof id) {
    return failure("the fork server does not answer");
  }
  if (id <= 0) {
    errno = -id;
    return failure("can't fork");
  }
  ::setpgid(id, id);  // both sides do it, so that whoever comes first is right
  // It waits for this: one that came too late for us does nothing.
  ::send(output.ours.get(), "", 1, MSG_NOSIGNAL);
  return std::make_unique<Process>(id, std::move(output.ours));
}

int serve_forks(const std::function<int(int, char**)>& run, std::span<char*> title) {
  const pid_t parent = ::getppid();
  for (;;) {
    const ssize_t size = ::recv(STDIN_FILENO, nullptr, 0, MSG_PEEK | MSG_TRUNC);
    if (size < 0 && errno == EINTR) continue;
    if (size <= 0) return size == 0 ? exit_code::kDone : exit_code::kWrongUsage;
    std::string text(static_cast<std::size_t>(size), '\0');
    Descriptor output = Packet(text.data(), text.size()).receive(STDIN_FILENO);
    if (!output) return exit_code::kInternal;
    const pid_t id = fork_for_parent();
    if (id == 0) {
      if (!settle(output, parent)) ::_exit(kGone);
      (void)output.release();
      Order order = unpacked(text);
      for (char* entry : order.environment) ::putenv(entry);
      show_words(title, order.words);
      const int count = static_cast<int>(order.words.size());
      order.words.push_back(nullptr);
      std::exit(run(count, order.words.data()));
    }
    const pid_t answer = id > 0 ? id : -errno;
    if (::send(STDIN_FILENO, &answer, sizeof answer, MSG_NOSIGNAL) < 0) return exit_code::kDone;
  }
}

}  // namespace tagtrail::host
