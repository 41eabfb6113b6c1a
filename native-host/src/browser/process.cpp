#include "browser/process.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <signal.h>
#include <sys/eventfd.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <atomic>
#include <cerrno>
#include <chrono>
#include <cstring>
#include <mutex>
#include <thread>

namespace tagtrail::host {
namespace {

using namespace std::chrono_literals;

constexpr auto kGrace = 3s;
constexpr auto kCheckEvery = 10ms;

/// Nothing where it can't be told. The dead child is left unreaped, so that its id can't pass to a
/// process that is not ours.
std::optional<siginfo_t> look_at(pid_t id) {
  siginfo_t state{};
  if (::waitid(P_PID, static_cast<id_t>(id), &state, WEXITED | WNOHANG | WNOWAIT) != 0) {
    return std::nullopt;
  }
  return state;
}

struct Pipe {
  Descriptor read;
  Descriptor write;
};

Expected<Pipe> make_pipe() {
  int fds[2];
  if (::pipe2(fds, O_CLOEXEC) != 0) {
    return fail(ErrorCode::io, fmt::format("can't make a pipe: {}", std::strerror(errno)));
  }
  return Pipe{Descriptor(fds[0]), Descriptor(fds[1])};
}

std::vector<std::string> child_environment(const std::map<std::string, std::string>& changes) {
  std::vector<std::string> result;
  for (char** entry = environ; *entry != nullptr; ++entry) {
    const std::string text = *entry;
    if (!changes.contains(text.substr(0, text.find('=')))) result.push_back(text);
  }
  for (const auto& [name, value] : changes) result.push_back(fmt::format("{}={}", name, value));
  return result;
}

std::vector<char*> pointers(std::vector<std::string>& texts) {
  std::vector<char*> result;
  result.reserve(texts.size() + 1);
  for (auto& text : texts) result.push_back(text.data());
  result.push_back(nullptr);
  return result;
}

// Between fork and exec only async-signal-safe functions may run: everything was prepared before.
[[noreturn]] void become(char* const* arguments, char* const* environment, int input, int output,
                         int report, pid_t parent) {
  ::setpgid(0, 0);
  ::prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (::getppid() != parent) ::_exit(127);  // it died before the line above
  sigset_t none;
  sigemptyset(&none);
  ::sigprocmask(SIG_SETMASK, &none, nullptr);
  ::signal(SIGPIPE, SIG_DFL);
  ::dup2(input >= 0 ? input : ::open("/dev/null", O_RDONLY), STDIN_FILENO);
  ::dup2(output, STDOUT_FILENO);
  ::dup2(output, STDERR_FILENO);
  // Locks and sockets of ours must not live on in the child; `report` closes by itself on success.
  ::close_range(3, static_cast<unsigned>(report) - 1, 0);
  ::close_range(static_cast<unsigned>(report) + 1, ~0U, 0);
  ::execve(arguments[0], arguments, environment);
  const int why = errno;
  [[maybe_unused]] const ssize_t written = ::write(report, &why, sizeof why);
  ::_exit(127);
}

}  // namespace

// Keeps the pipe of the child's output empty (a full one would stop the child) and its end at hand.
class Process::OutputTail {
 public:
  explicit OutputTail(Descriptor pipe)
      : pipe_(std::move(pipe)), stop_(::eventfd(0, EFD_CLOEXEC)), thread_([this] { drain(); }) {}
  ~OutputTail() {
    ::eventfd_write(stop_.get(), 1);
    thread_.join();
  }
  OutputTail(const OutputTail&) = delete;
  OutputTail& operator=(const OutputTail&) = delete;

  bool ended() const { return ended_; }
  std::string text() const {
    const std::lock_guard lock(mutex_);
    return text_;
  }

 private:
  void drain() {
    std::array<pollfd, 2> states{pollfd{pipe_.get(), POLLIN, 0}, pollfd{stop_.get(), POLLIN, 0}};
    std::array<char, 4096> chunk{};
    for (;;) {
      ::poll(states.data(), states.size(), -1);
      if (states[1].revents != 0) return;
      if (states[0].revents == 0) continue;
      const ssize_t size = ::read(pipe_.get(), chunk.data(), chunk.size());
      if (size <= 0) {
        ended_ = true;
        return;
      }
      const std::lock_guard lock(mutex_);
      text_.append(chunk.data(), static_cast<std::size_t>(size));
      if (text_.size() > kTailBytes) text_.erase(0, text_.size() - kTailBytes);
    }
  }

  Descriptor pipe_;
  Descriptor stop_;
  std::atomic<bool> ended_ = false;
  mutable std::mutex mutex_;
  std::string text_;
  std::thread thread_;  ///< last: starts when all else is there
};

Process::Process(pid_t id, Descriptor output)
    : id_(id), output_(std::make_unique<OutputTail>(std::move(output))) {}

Process::~Process() {
  // Even when the leader has ended by itself, others of its group may live on.
  ::kill(-id_, SIGTERM);
  const auto deadline = std::chrono::steady_clock::now() + kGrace;
  while (running() && std::chrono::steady_clock::now() < deadline) {
    std::this_thread::sleep_for(kCheckEvery);
  }
  ::kill(-id_, SIGKILL);
  ::waitpid(id_, nullptr, 0);
}

bool Process::running() const {
  const auto state = look_at(id_);
  return state && state->si_pid == 0;
}

std::optional<int> Process::exit_code() const {
  constexpr int kSignalled = 128;
  const auto state = look_at(id_);
  if (!state || state->si_pid == 0) return std::nullopt;
  return state->si_code == CLD_EXITED ? state->si_status : kSignalled + state->si_status;
}

std::string Process::tail() const { return output_->text(); }

bool Process::output_ended() const { return output_->ended(); }

Expected<std::unique_ptr<Process>> Process::start(const ProcessOptions& options) {
  auto output = TRY(make_pipe());
  auto report = TRY(make_pipe());
  std::vector<std::string> arguments = options.arguments;
  std::vector<std::string> environment = child_environment(options.environment);
  const std::vector<char*> argument_pointers = pointers(arguments);
  const std::vector<char*> environment_pointers = pointers(environment);

  // The report pipe was made last, so its descriptors are above the standard three.
  const pid_t parent = ::getpid();
  const pid_t id = ::fork();
  if (id < 0) return fail(ErrorCode::io, fmt::format("can't fork: {}", std::strerror(errno)));
  if (id == 0) {
    become(argument_pointers.data(), environment_pointers.data(), options.input, output.write.get(),
           report.write.get(), parent);
  }
  ::setpgid(id, id);  // both sides do it, so that whoever comes first is right
  output.write.reset();
  report.write.reset();

  int why = 0;
  ssize_t size = 0;
  do {
    size = ::read(report.read.get(), &why, sizeof why);
  } while (size < 0 && errno == EINTR);
  if (size != 0) {
    ::waitpid(id, nullptr, 0);
    return fail(why == ENOENT || why == EACCES ? ErrorCode::missing_dependency : ErrorCode::io,
                fmt::format("can't run {}: {}", options.arguments.front(), std::strerror(why)));
  }
  return std::make_unique<Process>(id, std::move(output.read));
}

std::optional<std::string> output_of(const std::vector<std::string>& arguments,
                                     std::chrono::milliseconds timeout) {
  const auto process = Process::start({arguments, {}});
  if (!process) return std::nullopt;
  const auto deadline = std::chrono::steady_clock::now() + timeout;
  while (!(*process)->output_ended() && std::chrono::steady_clock::now() < deadline) {
    std::this_thread::sleep_for(kCheckEvery);
  }
  return (*process)->tail();
}

}  // namespace tagtrail::host
