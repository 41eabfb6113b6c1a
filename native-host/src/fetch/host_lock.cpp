#include "fetch/host_lock.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <openssl/evp.h>
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
  if (mkdir(folder.c_str(), 0700) != 0 && errno != EEXIST) {
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
  std::array<unsigned char, EVP_MAX_MD_SIZE> digest{};
  unsigned size = 0;
  EVP_Digest(host.data(), host.size(), digest.data(), &size, EVP_sha256(), nullptr);
  std::string name = "host-";
  for (unsigned i = 0; i < 16; ++i) name += fmt::format("{:02x}", digest[i]);
  return name;
}

/// The file that stands for a host, or for its turn.
Expected<int> open_file(const std::string& host, const char* kind) {
  auto folder = TRY(lock_folder());
  const fs::path path = folder / (lock_name(host) + kind);
  const int fd = open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0600);
  if (fd < 0) return tl::unexpected(io_error(path, errno));
  return fd;
}

}  // namespace

Expected<std::optional<HostLock>> HostLock::try_take(const std::string& host) {
  const auto fd = TRY(open_file(host, ""));
  HostLock lock(fd);
  if (flock(fd, LOCK_EX | LOCK_NB) != 0) {
    if (errno == EWOULDBLOCK) return std::optional<HostLock>{};
    return tl::unexpected(io_error("the lock of " + host, errno));
  }
  return std::optional<HostLock>{std::move(lock)};
}

HostLock::HostLock(HostLock&& other) noexcept : fd_(std::exchange(other.fd_, -1)) {}

HostLock& HostLock::operator=(HostLock&& other) noexcept {
  if (this != &other) {
    if (fd_ >= 0) close(fd_);
    fd_ = std::exchange(other.fd_, -1);
  }
  return *this;
}

HostLock::~HostLock() {
  if (fd_ >= 0) close(fd_);
}

std::optional<HostTrace> HostLock::read() const {
  std::array<char, kTraceBytes> text{};
  const ssize_t got = pread(fd_, text.data(), text.size(), 0);
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
  (void)!pwrite(fd_, text.data(), text.size(), 0);
}

Expected<HostTurn> HostTurn::open(const std::string& host) {
  const auto fd = TRY(open_file(host, kTurn));
  return HostTurn(fd);
}

HostTurn::HostTurn(HostTurn&& other) noexcept
    : fd_(std::exchange(other.fd_, -1)), ours_(std::exchange(other.ours_, false)) {}

HostTurn& HostTurn::operator=(HostTurn&& other) noexcept {
  if (this != &other) {
    if (fd_ >= 0) close(fd_);
    fd_ = std::exchange(other.fd_, -1);
    ours_ = std::exchange(other.ours_, false);
  }
  return *this;
}

HostTurn::~HostTurn() {
  if (fd_ >= 0) close(fd_);
}

bool HostTurn::take() {
  if (!ours_) ours_ = flock(fd_, LOCK_EX | LOCK_NB) == 0;
  return ours_;
}

void HostTurn::give() {
  if (std::exchange(ours_, false)) (void)flock(fd_, LOCK_UN);
}

bool HostTurn::is_taken_elsewhere() const {
  if (ours_) return false;
  if (flock(fd_, LOCK_SH | LOCK_NB) != 0) return errno == EWOULDBLOCK;
  (void)flock(fd_, LOCK_UN);
  return false;
}

}  // namespace tagtrail::host
