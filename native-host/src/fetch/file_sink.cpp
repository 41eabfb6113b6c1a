#include "fetch/file_sink.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <vector>

#include "system/private_modes.hpp"
#include "system/system_failure.hpp"

namespace tagtrail::host {
namespace {

constexpr std::size_t kBufferBytes = 256 * 1024;
constexpr std::uint64_t kDiskCheckBytes = 8ULL << 20;
constexpr std::uint64_t kTakeUpBytes = 4ULL << 20;

constexpr const char* kRemedy = "; free space, then run the same command again";

tl::unexpected<Error> failure(const std::filesystem::path& path, std::string_view doing) {
  auto failed = system_failure(errno, fmt::format("{} {}", doing, path.string()));
  if (failed.value().code == ErrorCode::disk_full) failed.value().message += kRemedy;
  return failed;
}

Expected<void> check_disk(const std::filesystem::path& where, std::uint64_t needed,
                          std::uint64_t min_free) {
  struct statvfs disk {};
  if (statvfs(where.c_str(), &disk) != 0) return {};
  const std::uint64_t available = static_cast<std::uint64_t>(disk.f_bavail) * disk.f_frsize;
  if (available >= min_free && available - min_free >= needed) return {};
  return fail(ErrorCode::disk_full,
              fmt::format("{}: {} bytes are free, {} needed and {} kept free{}", where.string(),
                          available, needed, min_free, kRemedy));
}

}  // namespace

bool has_room(const std::filesystem::path& directory) {
  return check_disk(directory, kDiskCheckBytes, kMinFreeDisk).has_value();
}

void remove_quietly(const std::filesystem::path& file) {
  std::error_code ignored;
  if (!file.empty()) std::filesystem::remove(file, ignored);
}

Expected<WholeFile> write_whole_file(const std::filesystem::path& directory, std::uint64_t ticket,
                                     std::string_view bytes) {
  auto sink = TRY(FileSink::create(directory, ticket, bytes.size(), 0));
  TRY(sink->write(bytes));
  TRY(sink->finish());
  return WholeFile{sink->path(), sink->sha256()};
}

FileSink::FileSink(std::filesystem::path path, Descriptor fd, std::uint64_t min_free)
    : path_(std::move(path)), fd_(std::move(fd)), min_free_(min_free) {}

FileSink::~FileSink() {
  if (!finished_ && partial_) keep();
  fd_.reset();
  if (!finished_ && !partial_) remove_partial(path_);
}

/// Where that fails the file stays as after a crash: what of it counts is found out when it is
/// reopened.
void FileSink::keep() {
  if (!flush() || fsync(fd_.get()) != 0) return;
  partial_->synced = bytes_;
  (void)write_facts(path_, *partial_);
}

std::optional<std::uint64_t> FileSink::expected() const {
  return partial_ ? std::optional(partial_->length) : std::nullopt;
}

Expected<std::unique_ptr<FileSink>> FileSink::create(const std::filesystem::path& directory,
                                                     std::uint64_t ticket,
                                                     std::uint64_t expected_bytes,
                                                     std::uint64_t min_free) {
  TRY(check_disk(directory, expected_bytes, min_free));
  std::filesystem::path path;
  Descriptor fd;
  for (int attempt = 0; !fd; ++attempt) {
    path = directory / fmt::format("{}-{}.part", ticket, attempt);
    fd.reset(
        open(path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, kPrivateFile));
    if (!fd && (errno != EEXIST || attempt == 1000)) {
      return failure(path, "cannot create");
    }
  }
  return std::unique_ptr<FileSink>(new FileSink(path, std::move(fd), min_free));
}

Expected<std::unique_ptr<FileSink>> FileSink::create_resumable(
    const std::filesystem::path& directory, std::uint64_t ticket, PartialFacts facts,
    std::uint64_t min_free) {
  TRY(check_disk(directory, facts.length, min_free));
  const std::filesystem::path path = partial_path(directory, facts.url);
  Descriptor fd(open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, kPrivateFile));
  if (!fd) return failure(path, "cannot create");
  if (flock(fd.get(), LOCK_EX | LOCK_NB) != 0) {
    return create(directory, ticket, facts.length, min_free);
  }
  std::unique_ptr<FileSink> sink(new FileSink(path, std::move(fd), min_free));
  if (ftruncate(sink->fd_.get(), 0) != 0) return failure(path, "cannot create");
  facts.synced = 0;
  TRY(write_facts(path, facts));
  sink->partial_ = std::move(facts);
  return sink;
}

Expected<std::unique_ptr<FileSink>> FileSink::reopen(const Partial& partial,
                                                     std::uint64_t min_free) {
  const auto& path = partial.file;
  Descriptor fd(open(path.c_str(), O_RDWR | O_CLOEXEC | O_NOFOLLOW));
  if (!fd) return failure(path, "cannot open");
  if (flock(fd.get(), LOCK_EX | LOCK_NB) != 0) {
    return fail(ErrorCode::busy, path.string() + " is in use");
  }
  const int file = fd.get();
  std::unique_ptr<FileSink> sink(new FileSink(path, std::move(fd), min_free));
  sink->partial_ = partial.facts;
  struct stat info {};
  const auto size = static_cast<off_t>(partial.bytes);
  if (fstat(file, &info) != 0 || !S_ISREG(info.st_mode) || info.st_size < size ||
      ftruncate(file, size) != 0 || lseek(file, size, SEEK_SET) != size) {
    sink->abandon();
    return fail(ErrorCode::io, path.string() + " can't be continued");
  }
  sink->bytes_ = sink->bytes_at_disk_check_ = partial.bytes;
  TRY(check_disk(path.parent_path(), partial.facts.length - partial.bytes, min_free));
  return sink;
}

Expected<bool> FileSink::take_up() {
  std::vector<char> piece(kBufferBytes);
  const std::uint64_t end = std::min(bytes_, taken_up_ + kTakeUpBytes);
  while (taken_up_ < end) {
    const auto wanted =
        static_cast<std::size_t>(std::min<std::uint64_t>(end - taken_up_, piece.size()));
    const ssize_t size = pread(fd_.get(), piece.data(), wanted, static_cast<off_t>(taken_up_));
    if (size < 0 && errno == EINTR) continue;
    if (size < 0) return failure(path_, "cannot read");
    if (size == 0) return fail(ErrorCode::io, path_.string() + " has become shorter");
    digest_.add({piece.data(), static_cast<std::size_t>(size)});
    taken_up_ += static_cast<std::uint64_t>(size);
  }
  return taken_up_ == bytes_;
}

Expected<void> FileSink::write(std::string_view bytes) {
  digest_.add(bytes);
  bytes_ += bytes.size();
  buffer_.append(bytes);
  if (buffer_.size() < kBufferBytes) return {};
  return flush();
}

Expected<void> FileSink::flush() {
  if (bytes_ - bytes_at_disk_check_ >= kDiskCheckBytes) {
    bytes_at_disk_check_ = bytes_;
    TRY(check_disk(path_.parent_path(), buffer_.size(), min_free_));
    // So that little is left for keep() to wait for.
    if (partial_) ::sync_file_range(fd_.get(), 0, 0, SYNC_FILE_RANGE_WRITE);
  }
  std::string_view left = buffer_;
  while (!left.empty()) {
    const ssize_t written = ::write(fd_.get(), left.data(), left.size());
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) return failure(path_, "cannot write");
    left.remove_prefix(static_cast<std::size_t>(written));
  }
  buffer_.clear();
  return {};
}

Expected<void> FileSink::finish() {
  TRY(flush());
  if (close(fd_.release()) != 0) return failure(path_, "cannot write");
  sha256_ = digest_.hex();
  finished_ = true;
  return {};
}

}  // namespace tagtrail::host
