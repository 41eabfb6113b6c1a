#include "system/lease.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <signal.h>
#include <time.h>
#include <unistd.h>

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <optional>

#include "system/posix_file.hpp"

namespace tagtrail::host {
namespace {

using std::chrono::milliseconds;

/// A lease with little left is looked at often, so that it is moved on in time; one with much,
/// seldom, because hundreds of processes do so.
constexpr milliseconds kLookEvery{100};
constexpr milliseconds kLookAtLeastEvery{1'000};
constexpr int kLooksALease = 8;
constexpr std::int64_t kMsPerSecond = 1000;
constexpr long kNsPerMs = 1'000'000;

std::optional<milliseconds> read_lease(int file) {
  std::int64_t until = 0;
  if (::pread(file, &until, sizeof until, 0) != sizeof until) return std::nullopt;
  return milliseconds(until);
}

bool arm(timer_t timer, milliseconds until) {
  itimerspec at{};
  at.it_value.tv_sec = until.count() / kMsPerSecond;
  at.it_value.tv_nsec = static_cast<long>(until.count() % kMsPerSecond) * kNsPerMs;
  // Zero would disarm it.
  if (until.count() <= 0) at.it_value.tv_nsec = 1;
  return ::timer_settime(timer, TIMER_ABSTIME, &at, nullptr) == 0;
}

void follow(const Descriptor& file, timer_t timer, milliseconds armed) {
  for (;;) {
    const milliseconds left = armed - clock_of_leases();
    std::this_thread::sleep_for(std::clamp(left / kLooksALease, kLookEvery, kLookAtLeastEvery));
    const auto until = read_lease(file.get());
    if (until && *until != armed && arm(timer, *until)) armed = *until;
  }
}

}  // namespace

milliseconds clock_of_leases() {
  timespec now{};
  ::clock_gettime(CLOCK_BOOTTIME, &now);
  return milliseconds(now.tv_sec * kMsPerSecond + now.tv_nsec / kNsPerMs);
}

Expected<LeaseFile> LeaseFile::create(const std::filesystem::path& file) {
  auto opened = TRY(open_file(file, O_RDWR | O_CREAT));
  return LeaseFile(std::move(opened), file);
}

LeaseFile::~LeaseFile() {
  if (file_) ::unlink(path_.c_str());
}

Expected<void> LeaseFile::extend_to(milliseconds until) const {
  // Eight bytes at once: nobody reads half of them.
  const std::int64_t at = until.count();
  if (::pwrite(file_.get(), &at, sizeof at, 0) == sizeof at) return {};
  return fail(ErrorCode::io, fmt::format("{} can't be written", path_.string()));
}

Expected<void> live_by_lease() {
  const char* name = std::getenv(kLeaseVariable);
  if (name == nullptr) return {};
  auto file = TRY(open_file(name, O_RDONLY));
  const auto until = read_lease(file.get());
  sigevent kill{};
  kill.sigev_notify = SIGEV_SIGNAL;
  kill.sigev_signo = SIGKILL;
  timer_t timer{};
  const bool armed =
      until && ::timer_create(CLOCK_BOOTTIME, &kill, &timer) == 0 && arm(timer, *until);
  if (!armed) return fail(ErrorCode::io, fmt::format("the lease {} can't be kept", name));
  // What this process starts has no lease of its own: it dies with this one.
  ::unsetenv(kLeaseVariable);
  std::thread([file = std::move(file), timer, first = *until] {
    follow(file, timer, first);
  }).detach();
  return {};
}

}  // namespace tagtrail::host
