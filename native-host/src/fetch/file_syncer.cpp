#include "fetch/file_syncer.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <linux/magic.h>
#include <sys/eventfd.h>
#include <sys/utsname.h>
#include <sys/vfs.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdio>
#include <system_error>

namespace tagtrail::host {
namespace {

/// More gave nothing on the disks that were measured (docs/benchmarks.md).
constexpr std::size_t kThreads = 24;
/// While files may go in groups, no more than so many are under way each by itself; of those that
/// then wait, so many make a group.
constexpr std::size_t kSingles = 2;
constexpr std::size_t kGroup = 8;
/// A group that took this long had to wait for what others write to the disk.
constexpr std::chrono::milliseconds kSlow{500};
constexpr std::chrono::seconds kThenSinglyFor{30};

/// From Linux 5.8 on syncfs tells of what could not be written; and not every file system hands it
/// on to who keeps the bytes, as one over a network or FUSE would have to.
bool promises_as_fsync(int folder) {
  utsname system{};
  int major = 0;
  int minor = 0;
  if (::uname(&system) != 0 || std::sscanf(system.release, "%d.%d", &major, &minor) != 2) {
    return false;
  }
  constexpr auto kLocal = std::to_array<long>(
      {EXT4_SUPER_MAGIC, XFS_SUPER_MAGIC, BTRFS_SUPER_MAGIC, F2FS_SUPER_MAGIC, TMPFS_MAGIC});
  struct statfs place {};
  return (major > 5 || (major == 5 && minor >= 8)) && ::fstatfs(folder, &place) == 0 &&
         std::find(kLocal.begin(), kLocal.end(), static_cast<long>(place.f_type)) != kLocal.end();
}

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

Expected<std::unique_ptr<FileSyncer>> FileSyncer::create(const std::filesystem::path& folder) {
  // Open from the start, so that syncfs tells of all that went wrong since.
  Descriptor place(::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  Descriptor event(place ? ::eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK) : -1);
  if (!event) {
    return fail(ErrorCode::io, fmt::format("cannot sync files in {}: {}", folder.string(),
                                           std::generic_category().message(errno)));
  }
  return std::unique_ptr<FileSyncer>(new FileSyncer(std::move(place), std::move(event)));
}

FileSyncer::FileSyncer(Descriptor folder, Descriptor event)
    : folder_(std::move(folder)),
      event_(std::move(event)),
      groups_sure_(promises_as_fsync(folder_.get())) {
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
    if (!can_begin()) return;
  }
  wake_.notify_one();
}

std::vector<FileSyncer::Synced> FileSyncer::take() {
  const std::lock_guard lock(mutex_);
  eventfd_t count = 0;
  ::eventfd_read(event_.get(), &count);
  return std::exchange(synced_, {});
}

bool FileSyncer::in_groups() const {
  return groups_sure_ && std::chrono::steady_clock::now() >= groups_from_;
}

bool FileSyncer::can_begin() const {
  if (jobs_.empty() || group_) return false;
  return singles_ < kSingles || jobs_.size() >= kGroup || !in_groups();
}

void FileSyncer::work(const std::stop_token& stopping) {
  std::unique_lock lock(mutex_);
  while (wake_.wait(lock, stopping, [this] { return can_begin(); }) && !stopping.stop_requested()) {
    if (jobs_.size() >= kGroup && in_groups()) {
      sync_group(lock);
    } else {
      sync_one(lock);
    }
    ::eventfd_write(event_.get(), 1);
  }
}

void FileSyncer::sync_one(std::unique_lock<std::mutex>& lock) {
  const Job job = std::move(jobs_.front());
  jobs_.pop_front();
  ++singles_;
  if (can_begin()) wake_.notify_one();
  lock.unlock();
  auto error = sync(job.file);
  lock.lock();
  --singles_;
  synced_.push_back({job.ticket, std::move(error)});
}

void FileSyncer::sync_group(std::unique_lock<std::mutex>& lock) {
  const std::deque<Job> group = std::exchange(jobs_, {});
  group_ = true;
  lock.unlock();
  const auto begun = std::chrono::steady_clock::now();
  const bool whole = ::syncfs(folder_.get()) == 0;
  const auto ended = std::chrono::steady_clock::now();
  std::vector<Synced> synced;
  for (const Job& job : group) {
    // What went wrong may be another's file.
    synced.push_back({job.ticket, whole ? std::nullopt : sync(job.file)});
  }
  lock.lock();
  group_ = false;
  if (!whole || ended - begun >= kSlow) groups_from_ = ended + kThenSinglyFor;
  std::move(synced.begin(), synced.end(), std::back_inserter(synced_));
}

}  // namespace tagtrail::host
