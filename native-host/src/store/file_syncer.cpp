#include "store/file_syncer.hpp"

#include <fcntl.h>
#include <linux/magic.h>
#include <sys/utsname.h>
#include <sys/vfs.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cerrno>
#include <cstdio>
#include <mutex>
#include <thread>

#include "system/posix_file.hpp"

namespace tagtrail::host {
namespace {

namespace fs = std::filesystem;
using Clock = std::chrono::steady_clock;

/// More gave nothing on the disks that were measured (docs/benchmarks.md).
constexpr std::size_t kThreads = 24;
/// Fewer are synced sooner by themselves.
constexpr std::size_t kMany = 8;
/// What took this long had to wait for what others write to the disk.
constexpr std::chrono::milliseconds kSlow{500};
constexpr std::chrono::seconds kThenEachFor{30};

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

Expected<void> sync_file(const fs::path& file) {
  const Descriptor opened(::open(file.c_str(), O_RDONLY | O_CLOEXEC | O_NOFOLLOW));
  // Whoever removed it has no use for it on the disk.
  if (!opened && errno == ENOENT) return {};
  if (opened && ::fdatasync(opened.get()) == 0) return {};
  return system_failure(errno, "cannot write " + file.string());
}

}  // namespace

FileSyncer::FileSyncer(const fs::path& folder) {
  // Open from the start, so that syncfs tells of all that went wrong since.
  Descriptor opened(::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (opened && promises_as_fsync(opened.get())) folder_ = std::move(opened);
}

bool FileSyncer::prefers_all(std::size_t files) const {
  return folder_ && files >= kMany && Clock::now() >= all_from_;
}

Expected<void> FileSyncer::sync_all() {
  const auto begun = Clock::now();
  const bool synced = ::syncfs(folder_.get()) == 0;
  const int why = errno;
  const auto ended = Clock::now();
  if (!synced || ended - begun >= kSlow) all_from_ = ended + kThenEachFor;
  if (!synced) return system_failure(why, "cannot write to the disk");
  return {};
}

Expected<void> FileSyncer::sync_each(const std::vector<fs::path>& files) {
  if (files.size() == 1) return sync_file(files.front());
  std::atomic<std::size_t> next = 0;
  std::mutex mutex;
  Expected<void> result;
  const auto work = [&] {
    for (std::size_t i = next++; i < files.size(); i = next++) {
      auto synced = sync_file(files[i]);
      const std::lock_guard lock(mutex);
      if (!synced && result) result = std::move(synced);
    }
  };
  std::vector<std::jthread> threads;
  try {
    while (threads.size() + 1 < std::min(files.size(), kThreads)) threads.emplace_back(work);
  } catch (const std::system_error&) {
    // The system gives no more threads: those that are there do it.
  }
  work();
  threads.clear();
  return result;
}

}  // namespace tagtrail::host
