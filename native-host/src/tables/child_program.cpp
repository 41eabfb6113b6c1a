#include "tables/child_program.hpp"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>

#include <cerrno>
#include <utility>

namespace tagtrail::host {
namespace {

constexpr rlim_t kChildMemory = 1ULL << 30;
constexpr rlim_t kChildSeconds = 8;
constexpr std::size_t kPipeBytes = 1 << 16;

class SpawnActions {
 public:
  SpawnActions() { posix_spawn_file_actions_init(&actions_); }
  ~SpawnActions() { posix_spawn_file_actions_destroy(&actions_); }
  SpawnActions(const SpawnActions&) = delete;
  SpawnActions& operator=(const SpawnActions&) = delete;
  /// Reads from `in`, what it says goes into `out`, its complaints nowhere.
  void connect(int in, int out) {
    if (in < 0) {
      posix_spawn_file_actions_addopen(&actions_, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
    } else {
      posix_spawn_file_actions_adddup2(&actions_, in, STDIN_FILENO);
    }
    posix_spawn_file_actions_adddup2(&actions_, out, STDOUT_FILENO);
    posix_spawn_file_actions_addopen(&actions_, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
  }
  const posix_spawn_file_actions_t* get() const { return &actions_; }

 private:
  posix_spawn_file_actions_t actions_{};
};

void bound(pid_t child) {
#ifndef TAGTRAIL_SANITIZED
  const rlimit memory{kChildMemory, kChildMemory};
  (void)::prlimit(child, RLIMIT_AS, &memory, nullptr);
#endif
  // At the first limit it gets a signal that says why.
  const rlimit time{kChildSeconds, kChildSeconds + 1};
  const rlimit files{0, 0};
  (void)::prlimit(child, RLIMIT_CPU, &time, nullptr);
  (void)::prlimit(child, RLIMIT_FSIZE, &files, nullptr);
}

}  // namespace

std::optional<ChildProgram> ChildProgram::start(std::vector<std::string> words, int in,
                                                Environment environment, Clock::time_point end) {
  std::array<int, 2> ends{};
  if (::pipe2(ends.data(), O_CLOEXEC) != 0) return std::nullopt;
  Descriptor out(ends[0]);
  const Descriptor to(ends[1]);
  SpawnActions actions;
  actions.connect(in, to.get());
  std::vector<char*> arguments;
  for (std::string& word : words) arguments.push_back(word.data());
  arguments.push_back(nullptr);
  char* nothing = nullptr;
  char** given = environment == Environment::ours ? environ : &nothing;
  pid_t child = 0;
  if (::posix_spawnp(&child, words.front().c_str(), actions.get(), nullptr, arguments.data(),
                     given) != 0) {
    return std::nullopt;
  }
  bound(child);
  return ChildProgram(child, std::move(out), end);
}

ChildProgram::ChildProgram(pid_t child, Descriptor out, Clock::time_point end)
    : child_(child), out_(std::move(out)), end_(end), buffer_(kPipeBytes) {}

ChildProgram::ChildProgram(ChildProgram&& other) noexcept
    : child_(std::exchange(other.child_, 0)),
      out_(std::move(other.out_)),
      end_(other.end_),
      over_time_(other.over_time_),
      said_all_(other.said_all_),
      buffer_(std::move(other.buffer_)) {}

ChildProgram::~ChildProgram() {
  if (child_ == 0) return;
  (void)::kill(child_, SIGKILL);
  (void)wait_for_it();
}

std::string_view ChildProgram::read() {
  using std::chrono::ceil;
  using std::chrono::milliseconds;
  while (!said_all_ && !over_time_) {
    const auto left = ceil<milliseconds>(end_ - Clock::now());
    pollfd waited{out_.get(), POLLIN, 0};
    const int ready = left.count() <= 0 ? 0 : ::poll(&waited, 1, static_cast<int>(left.count()));
    if (ready < 0 && errno == EINTR) continue;
    if (ready <= 0) {
      over_time_ = true;
      break;
    }
    const ssize_t got = ::read(out_.get(), buffer_.data(), buffer_.size());
    if (got < 0 && errno == EINTR) continue;
    if (got > 0) return {buffer_.data(), static_cast<std::size_t>(got)};
    said_all_ = true;
  }
  return {};
}

/// Whether it has ended by itself before its time is over.
bool ChildProgram::ends_in_time() const {
  using std::chrono::ceil;
  using std::chrono::milliseconds;
  const Descriptor watched(static_cast<int>(::syscall(SYS_pidfd_open, child_, 0)));
  for (;;) {
    const auto left = ceil<milliseconds>(end_ - Clock::now());
    pollfd waited{watched.get(), POLLIN, 0};
    // Where the system has no such descriptor, the limit on processor time has to do.
    if (!watched) return true;
    if (left.count() <= 0) return false;
    const int ready = ::poll(&waited, 1, static_cast<int>(left.count()));
    if (ready >= 0 || errno != EINTR) return ready > 0;
  }
}

int ChildProgram::wait_for_it() {
  int status = 0;
  while (::waitpid(child_, &status, 0) < 0 && errno == EINTR) {
  }
  child_ = 0;
  return status;
}

ChildProgram::End ChildProgram::end() {
  // One that has closed its output may still go on.
  if (said_all_) over_time_ = !ends_in_time();
  if (!said_all_ || over_time_) (void)::kill(child_, SIGKILL);
  const int status = wait_for_it();
  const bool by_time = WIFSIGNALED(status) && WTERMSIG(status) == SIGXCPU;
  if (over_time_ || by_time) return End::over_time;
  return WIFEXITED(status) && WEXITSTATUS(status) == 0 ? End::well : End::badly;
}

}  // namespace tagtrail::host
