#include "fetch/host_lock.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <charconv>
#include <cstdlib>
#include <filesystem>
#include <system_error>
#include <utility>

#include "system/private_modes.hpp"
#include "system/sha256.hpp"

namespace tagtrail::host {
namespace {

namespace fs = std::filesystem;

/// Three numbers of 64 bits, two spaces, the end of the line.
constexpr std::size_t kTraceBytes = 64;
constexpr const char* kTurn = ".turn";
/// In the year 2223: what is later was not written by us, and could not be counted with.
constexpr std::int64_t kLatest = 8'000'000'000'000;

Error io_error(const fs::path& path, int code) {
  return {ErrorCode::io,
          fmt::format("cannot use {}: {}", path.string(), std::generic_category().message(code))};
}

/// Where all processes of this user, and only they, find the locks.
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
  if (mkdir(folder.c_str(), kPrivateFolder) != 0 && errno != EEXIST) {
    return tl::unexpected(io_error(folder, errno));
  }
  struct stat info {};
  if (lstat(folder.c_str(), &info) != 0) return tl::unexpected(io_error(folder, errno));
  if (!S_ISDIR(info.st_mode) || info.st_uid != geteuid()) {
    return fail(ErrorCode::io, fmt::format("{} is not a folder of this user", folder.string()));
  }
  return folder;
}

/// Host names are too long and too free for file names.
std::string lock_name(const std::string& host) {
  constexpr std::size_t kDigits = 32;
  return "host-" + sha256_of(host).substr(0, kDigits);
}

/// The file that stands for a host, or for its turn.
Expected<Descriptor> open_lock(const std::string& host, const char* kind) {
  auto folder = TRY(lock_folder());
  const fs::path path = folder / (lock_name(host) + kind);
  Descriptor file(open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, kPrivateFile));
  if (!file) return tl::unexpected(io_error(path, errno));
  return file;
}

}  // namespace

Expected<std::optional<HostLock>> HostLock::try_take(const std::string& host) {
  HostLock lock(TRY(open_lock(host, "")));
  if (flock(lock.file_.get(), LOCK_EX | LOCK_NB) != 0) {
    if (errno == EWOULDBLOCK) return std::optional<HostLock>{};
    return tl::unexpected(io_error("the lock of " + host, errno));
  }
  return std::optional<HostLock>{std::move(lock)};
}

std::optional<HostTrace> HostLock::read() const {
  std::array<char, kTraceBytes> text{};
  const ssize_t got = pread(file_.get(), text.data(), text.size(), 0);
  if (got <= 0) return std::nullopt;
  const char* const end = text.data() + got;
  HostTrace trace;
  const auto first = std::from_chars(text.data(), end, trace.last_touch);
  if (first.ec != std::errc{} || first.ptr == end || *first.ptr != ' ') return std::nullopt;
  const auto second = std::from_chars(first.ptr + 1, end, trace.blocked_until);
  if (second.ec != std::errc{} || second.ptr == end || *second.ptr != ' ') return std::nullopt;
  const auto third = std::from_chars(second.ptr + 1, end, trace.delay);
  if (third.ec != std::errc{} || third.ptr == end || *third.ptr != '\n') return std::nullopt;
  const auto is_time = [](std::int64_t time) { return time >= 0 && time <= kLatest; };
  const bool sound =
      is_time(trace.last_touch) && is_time(trace.blocked_until) && is_time(trace.delay);
  if (!sound) return std::nullopt;
  return trace;
}

void HostLock::write(const HostTrace& trace) const {
  // A line as long as any other: the last one's end can't show behind it.
  const std::string line =
      fmt::format("{} {} {}\n", trace.last_touch, trace.blocked_until, trace.delay);
  const std::string text = fmt::format("{:<{}}", line, kTraceBytes);
  (void)!pwrite(file_.get(), text.data(), text.size(), 0);
}

Expected<HostTurn> HostTurn::open(const std::string& host) {
  return HostTurn(TRY(open_lock(host, kTurn)));
}

bool HostTurn::take() {
  if (!ours_) ours_ = flock(file_.get(), LOCK_EX | LOCK_NB) == 0;
  return ours_;
}

void HostTurn::give() {
  if (std::exchange(ours_, false)) (void)flock(file_.get(), LOCK_UN);
}

bool HostTurn::is_taken_elsewhere() const {
  if (ours_) return false;
  if (flock(file_.get(), LOCK_SH | LOCK_NB) != 0) return errno == EWOULDBLOCK;
  (void)flock(file_.get(), LOCK_UN);
  return false;
}

}  // namespace tagtrail::host
