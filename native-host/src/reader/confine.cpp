#include "reader/confine.hpp"

#include <fcntl.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstddef>
#include <vector>

namespace tagtrail::reader {
namespace {

constexpr rlim_t kMemory = 1ULL << 30;
constexpr rlim_t kSeconds = 8;

#if defined(__x86_64__)
constexpr unsigned kArchitecture = AUDIT_ARCH_X86_64;
#elif defined(__aarch64__)
constexpr unsigned kArchitecture = AUDIT_ARCH_AARCH64;
#else
#error "a filter of system calls needs to know the architecture"
#endif

/// What reading, writing and memory need, and the end. Opening is not among them.
constexpr auto kAllowed = std::to_array<unsigned>({
    __NR_read,
    __NR_pread64,
    __NR_write,
    __NR_lseek,
    __NR_brk,
    __NR_mmap,
    __NR_munmap,
    __NR_mremap,
    __NR_mprotect,
    __NR_madvise,
    __NR_futex,
    __NR_getrandom,
    __NR_clock_gettime,
    __NR_exit,
    __NR_exit_group,
#ifdef TAGTRAIL_SANITIZED
    // What the reports of sanitizers need.
    __NR_sigaltstack,
    __NR_rt_sigaction,
    __NR_rt_sigprocmask,
    __NR_sched_yield,
    __NR_getpid,
    __NR_gettid,
    __NR_tgkill,
#endif
});

/// Libraries that want a file (time zones, encodings) go on without.
constexpr auto kRefused = std::to_array<unsigned>({
    __NR_openat,
    __NR_newfstatat,
    __NR_fstat,
    __NR_ioctl,
    __NR_readlinkat,
    __NR_faccessat,
#ifdef __NR_open
    __NR_open,
    __NR_stat,
    __NR_access,
    __NR_readlink,
#endif
});

using Filter = std::vector<sock_filter>;

void add(Filter& filter, unsigned code, unsigned value, unsigned yes = 0, unsigned no = 0) {
  filter.push_back({static_cast<unsigned short>(code), static_cast<unsigned char>(yes),
                    static_cast<unsigned char>(no), value});
}

void add_answers(Filter& filter, const unsigned* calls, std::size_t count, unsigned answer) {
  for (std::size_t at = 0; at < count; ++at) {
    add(filter, BPF_JMP | BPF_JEQ | BPF_K, calls[at], 0, 1);
    add(filter, BPF_RET | BPF_K, answer);
  }
}

Filter make_filter() {
  Filter filter;
  add(filter, BPF_LD | BPF_W | BPF_ABS, offsetof(seccomp_data, arch));
  add(filter, BPF_JMP | BPF_JEQ | BPF_K, kArchitecture, 1, 0);
  add(filter, BPF_RET | BPF_K, SECCOMP_RET_KILL_PROCESS);
  add(filter, BPF_LD | BPF_W | BPF_ABS, offsetof(seccomp_data, nr));
  add_answers(filter, kAllowed.data(), kAllowed.size(), SECCOMP_RET_ALLOW);
  add_answers(filter, kRefused.data(), kRefused.size(), SECCOMP_RET_ERRNO | EACCES);
  add(filter, BPF_RET | BPF_K, SECCOMP_RET_KILL_PROCESS);
  return filter;
}

bool limit(__rlimit_resource what, rlim_t most) {
  // At the first limit a process gets a signal that says why, at the second it is killed.
  const rlimit value{most, what == RLIMIT_CPU ? most + 1 : most};
  return ::setrlimit(what, &value) == 0;
}

}  // namespace

bool confine() {
  if (::prctl(PR_SET_PDEATHSIG, SIGKILL) != 0) return false;
  // None of ours are inherited; who knows what else was.
  (void)::close_range(STDERR_FILENO + 1, ~0U, 0);
#ifndef TAGTRAIL_SANITIZED
  if (!limit(RLIMIT_AS, kMemory)) return false;
#endif
  if (!limit(RLIMIT_CPU, kSeconds) || !limit(RLIMIT_CORE, 0) || !limit(RLIMIT_FSIZE, 0) ||
      !limit(RLIMIT_NOFILE, 3) || !limit(RLIMIT_NPROC, 0)) {
    return false;
  }
  if (::prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0) return false;
  Filter filter = make_filter();
  const sock_fprog program{static_cast<unsigned short>(filter.size()), filter.data()};
  return ::prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program) == 0;
}

}  // namespace tagtrail::reader
