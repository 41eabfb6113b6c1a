#include "lab/fork_pool.hpp"

#include <fmt/format.h>
#include <poll.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <exception>
#include <vector>

#include "store/posix_file.hpp"

namespace tagtrail::host {
namespace {

constexpr int kInternalError = 70;

struct Child {
  pid_t pid = 0;
  Descriptor pipe;
  TaskEnd end;
};

/// In the child: never returns, runs no destructor of what it shares with its parent.
[[noreturn]] void be_child(const ForkPool& pool, std::size_t task, int out) {
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  // Ctrl-C reaches the whole process group; a parent that handles it may not leave children.
  std::signal(SIGINT, SIG_DFL);
  std::signal(SIGTERM, SIG_DFL);
  std::string output;
  int code = kInternalError;
  try {
    code = pool.body(task, output);
  } catch (const std::exception& error) {
    fmt::print(stderr, "tagtrail: {}\n", error.what());
  }
  std::fflush(stderr);
  if (!write_all(out, output, "the parent's pipe")) code = kInternalError;
  _exit(code);
}

Expected<Child> start(const ForkPool& pool, std::size_t task) {
  int ends[2];
  if (pipe(ends) != 0) return system_failure(errno, "can't make a pipe");
  Descriptor read_end(ends[0]);
  const Descriptor write_end(ends[1]);
  std::fflush(stdout);
  const pid_t pid = fork();
  if (pid < 0) return system_failure(errno, "can't start a process");
  if (pid == 0) be_child(pool, task, write_end.number());
  return Child{pid, std::move(read_end), {task, 0, 0, {}}};
}

/// Reads what has arrived; false at the end of the child's output.
bool drain(Child& child) {
  char buffer[65536];
  const ssize_t got = read(child.pipe.number(), buffer, sizeof buffer);
  if (got < 0 && errno == EINTR) return true;
  if (got > 0) child.end.output.append(buffer, static_cast<std::size_t>(got));
  return got > 0;
}

void reap(Child& child) {
  int status = 0;
  while (waitpid(child.pid, &status, 0) < 0 && errno == EINTR) {
  }
  child.end.signal = WIFSIGNALED(status) ? WTERMSIG(status) : 0;
  child.end.exit_code = WIFEXITED(status) ? WEXITSTATUS(status) : kInternalError;
}

/// Kills what still runs when it goes.
class Children {
 public:
  Children() = default;
  Children(const Children&) = delete;
  Children& operator=(const Children&) = delete;
  ~Children() {
    for (const Child& child : running_) kill(child.pid, SIGKILL);
    for (Child& child : running_) reap(child);
  }

  std::size_t size() const { return running_.size(); }
  void add(Child child) { running_.push_back(std::move(child)); }

  /// Waits for output or an end; gives the ends to `done`.
  void wait(const std::function<void(TaskEnd)>& done) {
    std::vector<pollfd> waiting;
    for (const Child& child : running_) waiting.push_back({child.pipe.number(), POLLIN, 0});
    // A signal between the caller's look at its flag and here would otherwise wait for a child.
    constexpr int kLookAgainMs = 500;
    if (poll(waiting.data(), waiting.size(), kLookAgainMs) <= 0) return;
    for (std::size_t i = waiting.size(); i-- > 0;) {
      if (waiting[i].revents == 0 || drain(running_[i])) continue;
      reap(running_[i]);
      TaskEnd end = std::move(running_[i].end);
      running_.erase(running_.begin() + static_cast<std::ptrdiff_t>(i));
      done(std::move(end));
    }
  }

 private:
  std::vector<Child> running_;
};

}  // namespace

Expected<void> ForkPool::run() const {
  Children children;
  std::size_t next = 0;
  while (next < tasks || children.size() > 0) {
    if (stop != nullptr && *stop != 0) return {};
    while (next < tasks && children.size() < jobs) {
      auto child = start(*this, next);
      if (!child) return tl::unexpected(child.error());
      children.add(std::move(*child));
      ++next;
    }
    children.wait(done);
  }
  return {};
}

}  // namespace tagtrail::host
