#include <fcntl.h>
#include <fmt/format.h>
#include <openssl/evp.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstdlib>
#include <filesystem>
#include <system_error>
#include <utility>

#include "fetch/politeness.hpp"

namespace tagtrail::host {
namespace {

namespace fs = std::filesystem;

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
std::string lock_name(const std::string& origin) {
  std::array<unsigned char, EVP_MAX_MD_SIZE> digest{};
  unsigned size = 0;
  EVP_Digest(origin.data(), origin.size(), digest.data(), &size, EVP_sha256(), nullptr);
  std::string name = "origin-";
  for (unsigned i = 0; i < 16; ++i) name += fmt::format("{:02x}", digest[i]);
  return name;
}

}  // namespace

Expected<std::optional<OriginLock>> OriginLock::try_take(const std::string& origin) {
  auto folder = lock_folder();
  if (!folder) return tl::unexpected(std::move(folder.error()));
  const fs::path path = *folder / lock_name(origin);
  const int fd = open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0600);
  if (fd < 0) return tl::unexpected(io_error(path, errno));
  OriginLock lock(fd);
  if (flock(fd, LOCK_EX | LOCK_NB) != 0) {
    if (errno == EWOULDBLOCK) return std::optional<OriginLock>{};
    return tl::unexpected(io_error(path, errno));
  }
  return std::optional<OriginLock>{std::move(lock)};
}

OriginLock::OriginLock(OriginLock&& other) noexcept : fd_(std::exchange(other.fd_, -1)) {}

OriginLock& OriginLock::operator=(OriginLock&& other) noexcept {
  if (this != &other) {
    if (fd_ >= 0) close(fd_);
    fd_ = std::exchange(other.fd_, -1);
  }
  return *this;
}

OriginLock::~OriginLock() {
  if (fd_ >= 0) close(fd_);
}

}  // namespace tagtrail::host
