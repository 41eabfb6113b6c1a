// Preloaded into a program (LD_PRELOAD): its clocks are those that a test wants.
//
// With TAGTRAIL_CLOCK_JUMPS its time of day jumps by up to a year, forward and back, each time it
// is asked for. With TAGTRAIL_CLOCK_BY it is wrong by so many seconds.
//
// With TAGTRAIL_CLOCK all clocks of the program are that of a file, for all programs that have it
// (tests/e2e/support/clock.mjs). It runs as any other; besides, the test can move it on, and up to
// a limit it moves on by itself: once all of these programs wait and nobody owes one an answer, it
// leaps to the next time that one of them waits for. With TAGTRAIL_CLOCK_ONLY_READ they don't wait
// for this one, as for a database.
#include <dlfcn.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <sys/epoll.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <sys/un.h>
#include <time.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cerrno>
#include <cstdint>
#include <cstdlib>
#include <limits>
#include <mutex>

namespace {

using Ns = std::int64_t;
constexpr Ns kMs = 1'000'000;
constexpr Ns kSecond = 1'000 * kMs;
constexpr Ns kNever = std::numeric_limits<Ns>::max();
/// Who waits looks so often whether the clock was moved on.
constexpr Ns kLookEvery = kMs;
constexpr std::size_t kMostProcesses = 200;
constexpr std::size_t kMostThreads = 64;
constexpr std::size_t kMostSockets = 4096;

/// A process that waits for times. `due`: what it waits for, kRuns while it does not wait.
struct Participant {
  std::atomic<std::int64_t> id;
  std::atomic<Ns> due;
  std::atomic<std::int64_t> owed;  ///< connections on which it has asked something
};
constexpr Ns kRuns = 0;

/// The file, as clock.mjs knows it too.
struct Shared {
  std::atomic<Ns> moved;   ///< by the test, which alone writes it
  std::atomic<Ns> limit;   ///< leaps go no further: a time of CLOCK_MONOTONIC, as moved on
  std::atomic<Ns> leaped;  ///< together
  std::array<Participant, kMostProcesses> participants;
};
static_assert(std::atomic<Ns>::is_always_lock_free);
static_assert(sizeof(Shared) <= 8192);

template <typename Function>
Function* next_of(const char* name, const char* version = nullptr) {
  void* found = version == nullptr ? nullptr : dlvsym(RTLD_NEXT, name, version);
  return reinterpret_cast<Function*>(found != nullptr ? found : dlsym(RTLD_NEXT, name));
}

Shared* map_file() {
  const char* name = std::getenv("TAGTRAIL_CLOCK");
  if (name == nullptr) return nullptr;
  const int file = open(name, O_RDWR | O_CLOEXEC);
  if (file < 0) abort();  // NOLINT: a test without its clock is none
  void* at = mmap(nullptr, sizeof(Shared), PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
  if (at == MAP_FAILED) abort();
  (void)next_of<int(int)>("close")(file);
  return static_cast<Shared*>(at);
}

Shared* shared() {
  static Shared* const mapped = map_file();
  return mapped;
}

/// Whether waits are ours to end.
bool waits_with_others() {
  static const bool does =
      shared() != nullptr && std::getenv("TAGTRAIL_CLOCK_ONLY_READ") == nullptr;
  return does;
}

Ns ns(const timespec& time) { return time.tv_sec * kSecond + time.tv_nsec; }
timespec spec(Ns time) { return {time / kSecond, time % kSecond}; }

Ns real_time(clockid_t clock) {
  static const auto real = next_of<int(clockid_t, timespec*)>("clock_gettime");
  timespec now{};
  return real(clock, &now) == 0 ? ns(now) : 0;
}

Ns moved_by() {
  const Shared* clock = shared();
  return clock == nullptr ? 0 : clock->moved + clock->leaped;
}

Ns steady_now() { return real_time(CLOCK_MONOTONIC) + moved_by(); }

/// By what a time of day is wrong.
Ns wrong_by() {
  static const bool jumps = std::getenv("TAGTRAIL_CLOCK_JUMPS") != nullptr;
  static const char* const seconds = std::getenv("TAGTRAIL_CLOCK_BY");
  static const Ns by = seconds == nullptr ? 0 : std::strtol(seconds, nullptr, 10) * kSecond;
  if (!jumps) return by;
  static std::atomic<unsigned> state{1};
  const unsigned mixed = (state.fetch_add(1) * 2654435761U) >> 8U;
  constexpr Ns kYear = 365 * 24 * 3600;
  return (static_cast<Ns>(mixed % (2U * kYear)) - kYear) * kSecond;
}

/// What a clock of ours shows.
Ns shown(clockid_t clock) {
  const bool of_day = clock == CLOCK_REALTIME || clock == CLOCK_REALTIME_COARSE;
  return real_time(clock) + moved_by() + (of_day ? wrong_by() : 0);
}

/// What this process waits for. A fork begins anew; it need not have been made by fork().
class Process {
 public:
  /// From now on others wait for it.
  static Process& ours() {
    if (only().id_ != getpid()) only().begin();
    return only();
  }

  /// None has heard of one that has neither waited nor asked for anything.
  static bool is_known() { return only().id_ == getpid(); }

  std::atomic<Ns>* begin_wait(Ns due) {
    for (auto& wait : waits_) {
      Ns none = kRuns;
      if (wait.compare_exchange_strong(none, due)) return &wait;
    }
    abort();
  }

  void end_wait(std::atomic<Ns>* wait) {
    *wait = kRuns;
    if (is_main()) participant_->due = kRuns;
  }

  /// Nothing has come for a moment, and the main thread waits.
  void rests() {
    if (!is_main()) return;
    Ns earliest = kNever;
    for (const auto& wait : waits_) {
      if (wait != kRuns) earliest = std::min(earliest, wait.load());
    }
    participant_->due = earliest;
    leap();
  }

  void asked(int socket, bool is_owed) {
    if (socket < 0 || static_cast<std::size_t>(socket) >= owed_.size()) return;
    if (owed_[static_cast<std::size_t>(socket)].exchange(is_owed) == is_owed) return;
    participant_->owed += is_owed ? 1 : -1;
  }

  bool is_main() const { return gettid() == id_; }

 private:
  static Process& only() {
    static Process process;
    return process;
  }

  void begin() {
    for (auto& wait : waits_) wait = kRuns;
    for (auto& owed : owed_) owed = false;
    id_ = getpid();
    for (auto& participant : shared()->participants) {
      std::int64_t nobody = 0;
      if (!participant.id.compare_exchange_strong(nobody, id_)) continue;
      participant.due = kRuns;
      participant.owed = 0;
      participant_ = &participant;
      return;
    }
    abort();
  }

  /// On to the next time that somebody waits for, when all do nothing but wait.
  static void leap() {
    Shared& clock = *shared();
    Ns leaped = clock.leaped;
    const Ns now = steady_now();
    Ns to = clock.limit;
    bool any = to != kNever;
    for (auto& participant : clock.participants) {
      std::int64_t id = participant.id;
      if (id == 0) continue;
      if (kill(static_cast<pid_t>(id), 0) != 0 && errno == ESRCH) {
        participant.id.compare_exchange_strong(id, 0);
        continue;
      }
      const Ns due = participant.due;
      if (due == kRuns || participant.owed > 0) return;
      any = any || due != kNever;
      to = std::min(to, due);
    }
    if (any && to > now) clock.leaped.compare_exchange_strong(leaped, leaped + to - now);
  }

  pid_t id_ = 0;
  Participant* participant_ = nullptr;
  std::array<std::atomic<Ns>, kMostThreads> waits_{};
  std::array<std::atomic<bool>, kMostSockets> owed_{};
};

/// A timer of the kernel, which does not know our clock: it is set anew when that was moved on. One
/// is enough for us.
class Timer {
 public:
  static Timer& only() {
    static Timer timer;
    return timer;
  }

  int set(timer_t id, const itimerspec& at) {
    const std::lock_guard lock(mutex_);
    id_ = id;
    due_ = ns(at.it_value);
    return arm();
  }

  void follow() {
    const std::lock_guard lock(mutex_);
    if (due_ != 0 && armed_by_ != moved_by()) (void)arm();
  }

 private:
  int arm() {
    static const auto real =
        next_of<int(timer_t, int, const itimerspec*, itimerspec*)>("timer_settime");
    armed_by_ = moved_by();
    const itimerspec at{{}, spec(std::max<Ns>(due_ - armed_by_, 1))};
    return real(id_, TIMER_ABSTIME, &at, nullptr);
  }

  std::mutex mutex_;
  timer_t id_{};
  Ns due_ = 0;
  Ns armed_by_ = 0;
};

/// Waits until `due` by our clock. `look`, for a moment of real time: whether something else has
/// ended the wait.
template <typename Look>
bool wait_until(Ns due, Look look) {
  Process& process = Process::ours();
  std::atomic<Ns>* const wait = process.begin_wait(due);
  bool ended = false;
  for (;;) {
    ended = look(std::clamp<Ns>(due - steady_now(), 0, kLookEvery));
    Timer::only().follow();
    if (ended || steady_now() >= due) break;
    process.rests();
  }
  process.end_wait(wait);
  return ended;
}

Ns due_after(int ms) { return ms < 0 ? kNever : steady_now() + ms * kMs; }

int ms_up(Ns time) { return static_cast<int>((time + kMs - 1) / kMs); }

/// Sleeps until `due`; what is left of it where a signal came.
Ns sleep_until(Ns due) {
  static const auto real = next_of<int(const timespec*, timespec*)>("nanosleep");
  const bool interrupted = wait_until(due, [](Ns longest) {
    const timespec moment = spec(longest);
    return real(&moment, nullptr) != 0;
  });
  return interrupted ? std::max<Ns>(due - steady_now(), 0) : 0;
}

/// A condition, by a wait that takes the time of a real clock.
template <typename Wait>
int wait_for_condition(clockid_t clock, const timespec* until, Wait wait) {
  const Ns due = ns(*until) - shown(clock) + steady_now();
  int result = 0;
  (void)wait_until(due, [&](Ns longest) {
    const timespec at = spec(real_time(clock) + longest);
    result = wait(&at);
    return result != ETIMEDOUT;
  });
  return result;
}

/// Of a server, not of a process that belongs to this one.
bool is_of_server(int socket) {
  sockaddr_storage peer{};
  socklen_t size = sizeof peer;
  if (getpeername(socket, reinterpret_cast<sockaddr*>(&peer), &size) != 0) return false;
  if (peer.ss_family == AF_UNIX) return size > sizeof(sa_family_t);
  return peer.ss_family == AF_INET || peer.ss_family == AF_INET6;
}

void note_sent(int socket, ssize_t sent) {
  if (sent > 0 && waits_with_others() && is_of_server(socket)) Process::ours().asked(socket, true);
}

void note_received(int socket, ssize_t received) {
  const bool none = received < 0 && (errno == EAGAIN || errno == EINTR);
  if (!none && waits_with_others() && Process::is_known()) Process::ours().asked(socket, false);
}

}  // namespace

extern "C" {

int clock_gettime(clockid_t clock, timespec* now) {
  static const auto real = next_of<int(clockid_t, timespec*)>("clock_gettime");
  const bool of_work = clock == CLOCK_PROCESS_CPUTIME_ID || clock == CLOCK_THREAD_CPUTIME_ID;
  const int result = real(clock, now);
  if (result == 0 && !of_work && clock >= 0) *now = spec(shown(clock));
  return result;
}

time_t time(time_t* where) {
  timespec now{};
  clock_gettime(CLOCK_REALTIME, &now);
  if (where != nullptr) *where = now.tv_sec;
  return now.tv_sec;
}

int gettimeofday(timeval* now, void*) {
  timespec precise{};
  clock_gettime(CLOCK_REALTIME, &precise);
  now->tv_sec = precise.tv_sec;
  now->tv_usec = precise.tv_nsec / 1000;
  return 0;
}

int poll(pollfd* waited, nfds_t count, int ms) {
  static const auto real = next_of<int(pollfd*, nfds_t, int)>("poll");
  // A thread that waits for no time is nothing to the clock, unless it is the main one.
  if (ms == 0 || !waits_with_others() || (ms < 0 && !Process::ours().is_main())) {
    return real(waited, count, ms);
  }
  int result = 0;
  (void)wait_until(due_after(ms), [&](Ns longest) {
    result = real(waited, count, ms_up(longest));
    return result != 0;
  });
  return result;
}

int epoll_wait(int poller, epoll_event* events, int count, int ms) {
  static const auto real = next_of<int(int, epoll_event*, int, int)>("epoll_wait");
  if (ms <= 0 || !waits_with_others()) return real(poller, events, count, ms);
  int result = 0;
  (void)wait_until(due_after(ms), [&](Ns longest) {
    result = real(poller, events, count, ms_up(longest));
    return result != 0;
  });
  return result;
}

int nanosleep(const timespec* longest, timespec* left) {
  static const auto real = next_of<int(const timespec*, timespec*)>("nanosleep");
  if (!waits_with_others()) return real(longest, left);
  const Ns rest = sleep_until(steady_now() + ns(*longest));
  if (left != nullptr) *left = spec(rest);
  if (rest == 0) return 0;
  errno = EINTR;
  return -1;
}

int usleep(useconds_t us) {
  const timespec longest = spec(static_cast<Ns>(us) * 1000);
  return nanosleep(&longest, nullptr);
}

int pthread_cond_timedwait(pthread_cond_t* condition, pthread_mutex_t* mutex,
                           const timespec* until) {
  static const auto real = next_of<int(pthread_cond_t*, pthread_mutex_t*, const timespec*)>(
      "pthread_cond_timedwait", "GLIBC_2.3.2");
  if (!waits_with_others()) return real(condition, mutex, until);
  return wait_for_condition(CLOCK_REALTIME, until,
                            [&](const timespec* at) { return real(condition, mutex, at); });
}

int pthread_cond_clockwait(pthread_cond_t* condition, pthread_mutex_t* mutex, clockid_t clock,
                           const timespec* until) {
  static const auto real =
      next_of<int(pthread_cond_t*, pthread_mutex_t*, clockid_t, const timespec*)>(
          "pthread_cond_clockwait");
  if (!waits_with_others()) return real(condition, mutex, clock, until);
  return wait_for_condition(clock, until,
                            [&](const timespec* at) { return real(condition, mutex, clock, at); });
}

int timer_settime(timer_t timer, int flags, const itimerspec* at, itimerspec* before) {
  static const auto real =
      next_of<int(timer_t, int, const itimerspec*, itimerspec*)>("timer_settime");
  if (!waits_with_others() || flags != TIMER_ABSTIME) return real(timer, flags, at, before);
  return Timer::only().set(timer, *at);
}

ssize_t send(int socket, const void* data, size_t size, int flags) {
  static const auto real = next_of<ssize_t(int, const void*, size_t, int)>("send");
  const ssize_t sent = real(socket, data, size, flags);
  note_sent(socket, sent);
  return sent;
}

ssize_t recv(int socket, void* data, size_t size, int flags) {
  static const auto real = next_of<ssize_t(int, void*, size_t, int)>("recv");
  const ssize_t received = real(socket, data, size, flags);
  note_received(socket, received);
  return received;
}

int close(int file) {
  static const auto real = next_of<int(int)>("close");
  if (waits_with_others() && Process::is_known()) Process::ours().asked(file, false);
  return real(file);
}

}  // extern "C"
