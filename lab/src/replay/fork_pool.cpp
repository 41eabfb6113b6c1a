#include "replay/fork_pool.hpp"

#include <fmt/format.h>
#include <poll.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <exception>

#include "system/exit_code.hpp"
#include "system/say.hpp"

namespace tagtrail::host {
namespace {

/// In the child: never returns, runs no destructor of what it shares with its parent.
[[noreturn]] void be_child(const ForkTask& task, int out) {
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  // Ctrl-C reaches the whole process group; a parent that handles it may not leave children.
  std::signal(SIGINT, SIG_DFL);
  std::signal(SIGTERM, SIG_DFL);
  if (std::signal(SIGHUP, SIG_DFL) == SIG_IGN) std::signal(SIGHUP, SIG_IGN);  // nohup
  std::string output;
  int code = exit_code::kInternal;
  try {
    code = task.body(output);
  } catch (const std::exception& error) {
    say(stderr, "tagtrail: {}\n", error.what());
  }
  std::fflush(stderr);
  if (!write_all(out, output, "the parent's pipe")) code = exit_code::kInternal;
  _exit(code);
}

}  // namespace

ForkQueue::~ForkQueue() {
  for (const Child& child : running_) kill(child.pid, SIGKILL);
  for (Child& child : running_) reap(child);
}

void ForkQueue::add(ForkTask task) { waiting_.push_back(std::move(task)); }

Expected<void> ForkQueue::start(ForkTask task) {
  int ends[2];
  if (pipe(ends) != 0) return system_failure(errno, "can't make a pipe");
  Descriptor read_end(ends[0]);
  const Descriptor write_end(ends[1]);
  std::fflush(stdout);
  const pid_t pid = fork();
  if (pid < 0) return system_failure(errno, "can't start a process");
  if (pid == 0) be_child(task, write_end.get());
  running_.push_back({pid, std::move(read_end), {started_++, 0, 0, {}}, std::move(task.done)});
  return {};
}

/// Reads what has arrived; false at the end of the child's output.
bool ForkQueue::drain(Child& child) {
  char buffer[65536];
  const ssize_t got = read(child.pipe.get(), buffer, sizeof buffer);
  if (got < 0 && errno == EINTR) return true;
  if (got > 0) child.end.output.append(buffer, static_cast<std::size_t>(got));
  return got > 0;
}

void ForkQueue::reap(Child& child) {
  int status = 0;
  while (waitpid(child.pid, &status, 0) < 0 && errno == EINTR) {
  }
  child.end.signal = WIFSIGNALED(status) ? WTERMSIG(status) : 0;
  child.end.exit_code = WIFEXITED(status) ? WEXITSTATUS(status) : exit_code::kInternal;
}

Expected<void> ForkQueue::tend(int wait_ms) {
  while (!waiting_.empty() && running_.size() < jobs_) {
    ForkTask task = std::move(waiting_.front());
    waiting_.pop_front();
    TRY(start(std::move(task)));
  }
  std::vector<pollfd> pipes;
  for (const Child& child : running_) pipes.push_back({child.pipe.get(), POLLIN, 0});
  if (poll(pipes.data(), pipes.size(), wait_ms) <= 0) return {};
  for (std::size_t i = pipes.size(); i-- > 0;) {
    if (pipes[i].revents == 0 || drain(running_[i])) continue;
    reap(running_[i]);
    Child child = std::move(running_[i]);
    running_.erase(running_.begin() + static_cast<std::ptrdiff_t>(i));
    child.done(std::move(child.end));
  }
  return {};
}

Expected<void> ForkPool::run() const {
  // A signal between a look at the flag and the wait would otherwise wait for a child.
  constexpr int kLookAgainMs = 500;
  ForkQueue queue(jobs);
  for (std::size_t task = 0; task < tasks; ++task) {
    queue.add({[this, task](std::string& output) { return body(task, output); }, done});
  }
  while (queue.unfinished() > 0) {
    if (stop != nullptr && *stop != 0) return {};
    TRY(queue.tend(kLookAgainMs));
  }
  return {};
}

}  // namespace tagtrail::host
