// Preloaded into a program (LD_PRELOAD): writes down in TAGTRAIL_RECORD all that it does to the
// files below the folder TAGTRAIL_RECORD_DIR, in order, with the bytes. power_loss.mjs makes of it
// what a disk may hold when the power fails at any of these instants.
//
// A record is a line of JSON, `{"op", "ino", "at", "size", "path", "to", "call"}` with the fields
// that the operation has, and behind the line of a write its `size` bytes.
#include <dlfcn.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <climits>
#include <cstdarg>
#include <cstdlib>
#include <mutex>
#include <string>
#include <string_view>

namespace {

template <typename Function>
Function next(const char* name) {
  return reinterpret_cast<Function>(dlsym(RTLD_NEXT, name));
}

class Recorder {
 public:
  Recorder() {
    const char* log = getenv("TAGTRAIL_RECORD");
    const char* dir = getenv("TAGTRAIL_RECORD_DIR");
    if (log == nullptr || dir == nullptr) return;
    dir_ = std::string(dir) + "/";
    fd_ = static_cast<int>(syscall(SYS_openat, AT_FDCWD, log,
                                   O_WRONLY | O_CREAT | O_TRUNC | O_APPEND | O_CLOEXEC, 0600));
  }

  /// Path in the folder, empty for one outside.
  std::string inside(std::string_view path) const {
    if (fd_ < 0) return {};
    std::string whole(path);
    if (!whole.starts_with('/')) {
      char here[PATH_MAX];
      if (getcwd(here, sizeof here) == nullptr) return {};
      whole = std::string(here) + "/" + whole;
    }
    if (whole + "/" == dir_) return ".";
    return whole.starts_with(dir_) ? whole.substr(dir_.size()) : std::string();
  }
  std::string inside(int fd) const {
    if (fd_ < 0) return {};
    char path[PATH_MAX];
    const std::string link = "/proc/self/fd/" + std::to_string(fd);
    const ssize_t size = readlink(link.c_str(), path, sizeof path);
    return size > 0 ? inside(std::string_view(path, static_cast<std::size_t>(size)))
                    : std::string();
  }

  void note(const std::string& fields, std::string_view bytes = {}) {
    std::string record = "{" + fields + "}\n";
    record += bytes;
    const std::lock_guard lock(mutex_);
    for (std::string_view rest = record; !rest.empty();) {
      const long size = syscall(SYS_write, fd_, rest.data(), rest.size());
      if (size <= 0) _exit(99);
      rest.remove_prefix(static_cast<std::size_t>(size));
    }
  }

 private:
  std::string dir_;
  int fd_ = -1;
  std::mutex mutex_;
};

Recorder& recorder() {
  static Recorder one;
  return one;
}

std::string quoted(std::string_view text) {
  std::string out = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') out += '\\';
    out += c;
  }
  return out + "\"";
}

std::string op(const char* name) { return "\"op\":" + quoted(name); }
std::string path_field(const std::string& path) { return ",\"path\":" + quoted(path); }
std::string number(const char* name, long long value) {
  return ",\"" + std::string(name) + "\":" + std::to_string(value);
}
std::string ino_of(int fd) {
  struct stat info {};
  fstat(fd, &info);
  return number("ino", static_cast<long long>(info.st_ino));
}

using Open = int (*)(int, const char*, int, ...);

int open_and_note(int dir, const char* name, int flags, mode_t mode) {
  static const auto real = next<Open>("openat");
  const std::string path = recorder().inside(name);
  struct stat before {};
  const bool was_there = path.empty() || fstatat(dir, name, &before, 0) == 0;
  const int fd = real(dir, name, flags, mode);
  const int code = errno;
  if (fd >= 0 && !was_there) {
    recorder().note(op("create") + ino_of(fd) + path_field(path));
  } else if (fd >= 0 && !path.empty() && (flags & O_TRUNC) != 0) {
    recorder().note(op("truncate") + ino_of(fd) + number("size", 0));
  }
  errno = code;
  return fd;
}

void note_write(int fd, long long at, const void* data, ssize_t size) {
  if (size <= 0 || recorder().inside(fd).empty()) return;
  const int code = errno;
  recorder().note(op("write") + ino_of(fd) + number("at", at) + number("size", size),
                  {static_cast<const char*>(data), static_cast<std::size_t>(size)});
  errno = code;
}

int note_names(const char* what, int result, const char* from, const char* to = nullptr) {
  const int code = errno;
  const std::string path = recorder().inside(from);
  const std::string other = to == nullptr ? std::string() : recorder().inside(to);
  if (result == 0 && !path.empty()) {
    recorder().note(op(what) + path_field(path) +
                    (to == nullptr ? std::string() : ",\"to\":" + quoted(other)));
  }
  errno = code;
  return result;
}

int note_sync(int fd, int result) {
  const std::string path = recorder().inside(fd);
  if (result == 0 && !path.empty()) {
    struct stat info {};
    fstat(fd, &info);
    recorder().note(S_ISDIR(info.st_mode) ? op("syncdir") + path_field(path)
                                          : op("sync") + ino_of(fd));
  }
  return result;
}

mode_t mode_of(int flags, va_list rest) {
  return (flags & O_CREAT) != 0 ? va_arg(rest, mode_t) : 0;
}

}  // namespace

extern "C" {

int open(const char* name, int flags, ...) {
  va_list rest;
  va_start(rest, flags);
  const mode_t mode = mode_of(flags, rest);
  va_end(rest);
  return open_and_note(AT_FDCWD, name, flags, mode);
}
int open64(const char* name, int flags, ...) {
  va_list rest;
  va_start(rest, flags);
  const mode_t mode = mode_of(flags, rest);
  va_end(rest);
  return open_and_note(AT_FDCWD, name, flags | O_LARGEFILE, mode);
}
ssize_t write(int fd, const void* data, size_t size) {
  static const auto real = next<ssize_t (*)(int, const void*, size_t)>("write");
  struct stat info {};
  const bool appends = (fcntl(fd, F_GETFL) & O_APPEND) != 0 && fstat(fd, &info) == 0;
  const long long at = appends ? info.st_size : lseek(fd, 0, SEEK_CUR);
  const ssize_t written = real(fd, data, size);
  note_write(fd, at, data, written);
  return written;
}
ssize_t pwrite(int fd, const void* data, size_t size, off_t at) {
  static const auto real = next<ssize_t (*)(int, const void*, size_t, off_t)>("pwrite");
  const ssize_t written = real(fd, data, size, at);
  note_write(fd, at, data, written);
  return written;
}
ssize_t pwrite64(int fd, const void* data, size_t size, off64_t at) {
  static const auto real = next<ssize_t (*)(int, const void*, size_t, off64_t)>("pwrite64");
  const ssize_t written = real(fd, data, size, at);
  note_write(fd, at, data, written);
  return written;
}
/// libstdc++ writes streams with it.
ssize_t writev(int fd, const iovec* parts, int count) {
  ssize_t sum = 0;
  for (int i = 0; i < count; ++i) {
    const ssize_t written = write(fd, parts[i].iov_base, parts[i].iov_len);
    if (written < 0) return sum > 0 ? sum : written;
    sum += written;
    if (static_cast<size_t>(written) < parts[i].iov_len) break;
  }
  return sum;
}
static int truncate_and_note(int fd, long long size, int result) {
  if (result == 0 && !recorder().inside(fd).empty()) {
    recorder().note(op("truncate") + ino_of(fd) + number("size", size));
  }
  return result;
}
int ftruncate(int fd, off_t size) {
  static const auto real = next<int (*)(int, off_t)>("ftruncate");
  return truncate_and_note(fd, size, real(fd, size));
}
int ftruncate64(int fd, off64_t size) {
  static const auto real = next<int (*)(int, off64_t)>("ftruncate64");
  return truncate_and_note(fd, size, real(fd, size));
}
int fsync(int fd) {
  static const auto real = next<int (*)(int)>("fsync");
  return note_sync(fd, real(fd));
}
int fdatasync(int fd) {
  static const auto real = next<int (*)(int)>("fdatasync");
  return note_sync(fd, real(fd));
}
/// What was changed before it began is on the disk when it ends.
int syncfs(int fd) {
  static const auto real = next<int (*)(int)>("syncfs");
  static std::atomic<int> last = 0;
  const bool here = !recorder().inside(fd).empty();
  const int number_of_this = ++last;
  if (here) recorder().note(op("syncfs") + number("call", number_of_this));
  const int result = real(fd);
  const int code = errno;
  if (here && result == 0) recorder().note(op("syncfs done") + number("call", number_of_this));
  errno = code;
  return result;
}
int link(const char* from, const char* to) {
  static const auto real = next<int (*)(const char*, const char*)>("link");
  return note_names("link", real(from, to), from, to);
}
int rename(const char* from, const char* to) {
  static const auto real = next<int (*)(const char*, const char*)>("rename");
  return note_names("rename", real(from, to), from, to);
}
int renameat2(int from_at, const char* from, int to_at, const char* to, unsigned flags) {
  using Rename = int (*)(int, const char*, int, const char*, unsigned);
  static const auto real = next<Rename>("renameat2");
  return note_names("rename", real(from_at, from, to_at, to, flags), from, to);
}
int unlink(const char* name) {
  static const auto real = next<int (*)(const char*)>("unlink");
  return note_names("unlink", real(name), name);
}
int remove(const char* name) {
  static const auto real = next<int (*)(const char*)>("remove");
  return note_names("unlink", real(name), name);
}
int rmdir(const char* name) {
  static const auto real = next<int (*)(const char*)>("rmdir");
  return note_names("unlink", real(name), name);
}
int mkdir(const char* name, mode_t mode) {
  static const auto real = next<int (*)(const char*, mode_t)>("mkdir");
  return note_names("mkdir", real(name, mode), name);
}

}  // extern "C"
