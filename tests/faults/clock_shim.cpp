// Preloaded into a program (LD_PRELOAD): its time of day jumps by up to a year, forward and back,
// each time it is asked for. The clock that only runs forward stays as it is.
#include <dlfcn.h>
#include <sys/time.h>
#include <time.h>

#include <atomic>

namespace {

time_t jump() {
  static std::atomic<unsigned> state{1};
  const unsigned mixed = (state.fetch_add(1) * 2654435761U) >> 8U;
  constexpr int kYear = 365 * 24 * 3600;
  return static_cast<time_t>(mixed % (2U * kYear)) - kYear;
}

}  // namespace

extern "C" {

int clock_gettime(clockid_t clock, timespec* now) {
  static const auto real =
      reinterpret_cast<int (*)(clockid_t, timespec*)>(dlsym(RTLD_NEXT, "clock_gettime"));
  const int result = real(clock, now);
  if (result == 0 && clock == CLOCK_REALTIME) now->tv_sec += jump();
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

}  // extern "C"
