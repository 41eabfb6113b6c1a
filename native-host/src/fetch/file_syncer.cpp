#include "fetch/file_syncer.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/eventfd.h>
#include <unistd.h>

#include <cerrno>
#include <system_error>

namespace tagtrail::host {
namespace {

/// More gave nothing on the disks that were measured (docs/benchmarks.md).
constexpr std::size_t kThreads = 24;

std::optional<Error> sync(const std::filesystem::path& file) {
  const int descriptor = ::open(file.c_str(), O_RDONLY | O_CLOEXEC | O_NOFOLLOW);
  // Whoever removed it has no use for it on the disk.
  if (descriptor < 0 && errno == ENOENT) return std::nullopt;
  const bool synced = descriptor >= 0 && ::fdatasync(descriptor) == 0;
  const int why = errno;
  if (descriptor >= 0) ::close(descriptor);
  if (synced) return std::nullopt;
  const bool full = why == ENOSPC || why == EDQUOT;
  return Error{
      full ? ErrorCode::disk_full : ErrorCode::io,
      fmt::format("cannot write {}: {}", file.string(), std::generic_category().message(why))};
}

}  // namespace

Expected<std::unique_ptr<FileSyncer>> FileSyncer::create() {
  Descriptor event(::eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK));
  if (!event) return fail(ErrorCode::io, "eventfd: " + std::generic_category().message(errno));
  return std::unique_ptr<FileSyncer>(new FileSyncer(std::move(event)));
}

FileSyncer::FileSyncer(Descriptor event) : event_(std::move(event)) {
  for (std::size_t i = 0; i < kThreads; ++i) {
    threads_.emplace_back([this](const std::stop_token& stopping) { work(stopping); });
  }
}

FileSyncer::~FileSyncer() {
  for (std::jthread& thread : threads_) thread.request_stop();
  threads_.clear();
}

void FileSyncer::start(std::uint64_t ticket, std::filesystem::path file) {
  {
    const std::lock_guard lock(mutex_);
    jobs_.push_back({ticket, std::move(file)});
  }
  wake_.notify_one();
}

std::vector<FileSyncer::Synced> FileSyncer::take() {
  const std::lock_guard lock(mutex_);
  eventfd_t count = 0;
  ::eventfd_read(event_.get(), &count);
  return std::exchange(synced_, {});
}

void FileSyncer::work(const std::stop_token& stopping) {
  std::unique_lock lock(mutex_);
  while (wake_.wait(lock, stopping, [this] { return !jobs_.empty(); }) &&
         !stopping.stop_requested()) {
    const Job job = std::move(jobs_.front());
    jobs_.pop_front();
    lock.unlock();
    auto error = sync(job.file);
    lock.lock();
    synced_.push_back({job.ticket, std::move(error)});
    ::eventfd_write(event_.get(), 1);
  }
}

}  // namespace tagtrail::host
