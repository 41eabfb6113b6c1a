#include "fetch/lock_folder.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <chrono>
#include <cstdlib>
#include <string_view>
#include <system_error>

#include "fetch/host_trace.hpp"
#include "system/private_modes.hpp"
#include "system/sha256.hpp"
#include "system/system_failure.hpp"

namespace tagtrail::host {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kPrefix = "host-";
constexpr std::string_view kTurn = ".turn";
/// Beyond its time a file stays for so long: whoever is about to ask that host again finds its lock
/// free.
constexpr std::int64_t kGraceMs = 10'000;
constexpr std::size_t kMostRemoved = 10'000;
/// New files after which the folder is looked through again, or as many as were left there.
constexpr std::size_t kNewFiles = 256;
/// So often in a row another can only have removed the file by an odd chance.
constexpr int kTries = 100;

tl::unexpected<Error> failure(const fs::path& path, int code) {
  auto failed = system_failure(code, fmt::format("cannot use {}", path.string()));
  if (failed.value().code != ErrorCode::disk_full) return failed;
  return fail(
      ErrorCode::disk_full,
      fmt::format("{}; this folder, which XDG_RUNTIME_DIR names or else HOME, has the locks "
                  "of hosts: make room there (df -i shows the files that fit)",
                  failed.value().message));
}

std::int64_t now_ms() {
  const auto now = std::chrono::system_clock::now().time_since_epoch();
  return std::chrono::duration_cast<std::chrono::milliseconds>(now).count();
}

Descriptor open_there(const fs::path& path, int more_flags) {
  return Descriptor(
      ::open(path.c_str(), O_RDWR | O_CLOEXEC | O_NOFOLLOW | more_flags, kPrivateFile));
}

bool lock_now(const Descriptor& file) { return ::flock(file.get(), LOCK_EX | LOCK_NB) == 0; }

bool is_at(const Descriptor& file, const fs::path& path) {
  struct stat ours {};
  struct stat there {};
  return ::fstat(file.get(), &ours) == 0 && ::lstat(path.c_str(), &there) == 0 &&
         ours.st_ino == there.st_ino && ours.st_dev == there.st_dev;
}

bool is_over(const Descriptor& file, std::int64_t now) {
  const auto trace = read_trace(file.get());
  return !trace || trace->binds_until() + kGraceMs < now;
}

/// Whether it is gone. One that is in use is looked at only: a lock, if only for an instant, would
/// keep its user away.
bool remove_if_over(const fs::path& path, std::int64_t now) {
  const Descriptor file = open_there(path, 0);
  if (!file) return errno == ENOENT;
  const bool is_turn = path.native().ends_with(kTurn);
  if (!is_turn && !is_over(file, now)) {
    const HostTrace trace = read_trace(file.get()).value_or(HostTrace{});
    const HostTrace believed = trace.believed_at(now);
    // By a clock that was ahead. It would stay until that time has come.
    if (believed != trace && lock_now(file) && is_at(file, path)) write_trace(file.get(), believed);
    return false;
  }
  if (!lock_now(file) || !is_at(file, path)) return false;
  if (!is_turn && !is_over(file, now)) return false;
  remove_lock_file(path);
  return true;
}

/// Of this process: a file is about to be made.
void look_now_and_then(const fs::path& folder) {
  static std::atomic<std::size_t> made{0};
  static std::atomic<std::size_t> next_look{0};
  const std::size_t now = made.fetch_add(1);
  if (now < next_look.load()) return;
  next_look.store(now + std::max(kNewFiles, remove_old_lock_files(folder)));
}

Expected<Descriptor> open_or_make(const fs::path& path) {
  Descriptor file = open_there(path, 0);
  if (file) return file;
  if (errno != ENOENT) return failure(path, errno);
  look_now_and_then(path.parent_path());
  file = open_there(path, O_CREAT);
  if (file) return file;
  const int code = errno;
  if (code != ENOSPC && code != EDQUOT) return failure(path, code);
  remove_old_lock_files(path.parent_path());
  file = open_there(path, O_CREAT);
  if (!file) return failure(path, errno);
  return file;
}

}  // namespace

Expected<fs::path> lock_folder() {
  const char* runtime = std::getenv("XDG_RUNTIME_DIR");
  const char* home = std::getenv("HOME");
  fs::path folder;
  if (runtime != nullptr && *runtime == '/') {
    folder = fs::path(runtime) / "tagtrail";
  } else if (home != nullptr && *home == '/') {
    folder = fs::path(home) / ".local/state/tagtrail";
  } else {
    return fail(ErrorCode::io, "neither XDG_RUNTIME_DIR nor HOME names a folder for locks");
  }
  std::error_code error;
  fs::create_directories(folder.parent_path(), error);
  if (error) return failure(folder.parent_path(), error.value());
  if (::mkdir(folder.c_str(), kPrivateFolder) != 0 && errno != EEXIST) {
    return failure(folder, errno);
  }
  struct stat info {};
  if (::lstat(folder.c_str(), &info) != 0) return failure(folder, errno);
  if (!S_ISDIR(info.st_mode) || info.st_uid != ::geteuid()) {
    return fail(ErrorCode::io, fmt::format("{} is not a folder of this user", folder.string()));
  }
  return folder;
}

fs::path lock_path(const fs::path& folder, const std::string& host, LockKind kind) {
  // Host names are too long and too free for file names.
  constexpr std::size_t kDigits = 32;
  return folder / fmt::format("{}{}{}", kPrefix, sha256_of(host).substr(0, kDigits),
                              kind == LockKind::turn ? kTurn : "");
}

Expected<std::optional<Descriptor>> take_lock_file(const fs::path& path) {
  for (int turn = 0; turn < kTries; ++turn) {
    Descriptor file = TRY(open_or_make(path));
    if (!lock_now(file)) {
      if (errno == EWOULDBLOCK) return std::optional<Descriptor>{};
      return failure(path, errno);
    }
    if (is_at(file, path)) return std::optional<Descriptor>{std::move(file)};
  }
  return std::optional<Descriptor>{};
}

void remove_lock_file(const fs::path& path) { ::unlink(path.c_str()); }

std::size_t remove_old_lock_files(const fs::path& folder) {
  const std::int64_t now = now_ms();
  std::size_t left = 0;
  std::size_t removed = 0;
  std::error_code error;
  for (fs::directory_iterator it(folder, error), end; !error && it != end && removed < kMostRemoved;
       it.increment(error)) {
    if (!it->path().filename().native().starts_with(kPrefix)) continue;
    if (remove_if_over(it->path(), now)) {
      ++removed;
    } else {
      ++left;
    }
  }
  return left;
}

}  // namespace tagtrail::host
