#include "fetch/file_sink.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/statvfs.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <system_error>

namespace tagtrail::host {
namespace {

constexpr std::size_t kBufferBytes = 256 * 1024;
constexpr std::uint64_t kDiskCheckBytes = 8ULL << 20;

Error error_of(int code, const std::filesystem::path& path, std::string_view doing) {
  const bool full = code == ENOSPC || code == EDQUOT || code == EFBIG;
  return {full ? ErrorCode::disk_full : ErrorCode::io,
          fmt::format("{} {}: {}{}", doing, path.string(), std::generic_category().message(code),
                      full ? "; free space, then run the same command again" : "")};
}

Expected<void> check_disk(const std::filesystem::path& where, std::uint64_t needed,
                          std::uint64_t min_free) {
  struct statvfs disk {};
  if (statvfs(where.c_str(), &disk) != 0) return {};
  const std::uint64_t available = static_cast<std::uint64_t>(disk.f_bavail) * disk.f_frsize;
  if (available >= min_free && available - min_free >= needed) return {};
  return fail(ErrorCode::disk_full,
              fmt::format("{}: {} bytes are free, {} needed and {} kept free; free space, then run "
                          "the same command again",
                          where.string(), available, needed, min_free));
}

}  // namespace

FileSink::FileSink(std::filesystem::path path, int fd, std::uint64_t min_free)
    : path_(std::move(path)), fd_(fd), min_free_(min_free), digest_(EVP_MD_CTX_new()) {
  buffer_.reserve(kBufferBytes);
}

FileSink::~FileSink() {
  if (fd_ >= 0) close(fd_);
  std::error_code ignored;
  if (!kept_) std::filesystem::remove(path_, ignored);
}

Expected<std::unique_ptr<FileSink>> FileSink::create(const std::filesystem::path& directory,
                                                     std::uint64_t ticket,
                                                     std::uint64_t expected_bytes,
                                                     std::uint64_t min_free) {
  if (auto room = check_disk(directory, expected_bytes, min_free); !room) {
    return tl::unexpected(std::move(room.error()));
  }
  std::filesystem::path path;
  int fd = -1;
  for (int attempt = 0; fd < 0; ++attempt) {
    path = directory / fmt::format("{}-{}.part", ticket, attempt);
    fd = open(path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0666);
    if (fd < 0 && (errno != EEXIST || attempt == 1000)) {
      return tl::unexpected(error_of(errno, path, "cannot create"));
    }
  }
  std::unique_ptr<FileSink> sink(new FileSink(path, fd, min_free));
  if (!sink->digest_ || EVP_DigestInit_ex(sink->digest_.get(), EVP_sha256(), nullptr) != 1) {
    return fail(ErrorCode::internal, "SHA-256 is not available in the OpenSSL library");
  }
  return sink;
}

Expected<void> FileSink::write(std::string_view bytes) {
  EVP_DigestUpdate(digest_.get(), bytes.data(), bytes.size());
  bytes_ += bytes.size();
  buffer_.append(bytes);
  if (buffer_.size() < kBufferBytes) return {};
  return flush();
}

Expected<void> FileSink::flush() {
  if (bytes_ - bytes_at_disk_check_ >= kDiskCheckBytes) {
    bytes_at_disk_check_ = bytes_;
    if (auto room = check_disk(path_.parent_path(), buffer_.size(), min_free_); !room) return room;
  }
  std::string_view left = buffer_;
  while (!left.empty()) {
    const ssize_t written = ::write(fd_, left.data(), left.size());
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) return tl::unexpected(error_of(errno, path_, "cannot write"));
    left.remove_prefix(static_cast<std::size_t>(written));
  }
  buffer_.clear();
  return {};
}

Expected<void> FileSink::finish(Sync sync) {
  if (auto flushed = flush(); !flushed) return flushed;
  // Some file systems report a full disk only here.
  if (sync == Sync::now && fsync(fd_) != 0)
    return tl::unexpected(error_of(errno, path_, "cannot write"));
  const int fd = fd_;
  fd_ = -1;
  if (close(fd) != 0) return tl::unexpected(error_of(errno, path_, "cannot write"));
  std::array<unsigned char, EVP_MAX_MD_SIZE> bytes{};
  unsigned size = 0;
  EVP_DigestFinal_ex(digest_.get(), bytes.data(), &size);
  for (unsigned i = 0; i < size; ++i) sha256_ += fmt::format("{:02x}", bytes[i]);
  kept_ = true;
  return {};
}

}  // namespace tagtrail::host
