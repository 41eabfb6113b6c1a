// Brings files to the disk beside the fetching of others, many at once: a disk takes many small
// files together in little more time than one.
#pragma once

#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <deque>
#include <filesystem>
#include <memory>
#include <mutex>
#include <optional>
#include <thread>
#include <vector>

#include "system/descriptor.hpp"
#include "tagtrail/error.hpp"

namespace tagtrail::host {

/// Threads of its own, which touch nothing but the files they are given. Where few files wait, each
/// is synced by itself; where they come faster than that, all that wait are synced with their file
/// system (syncfs), unless that is slow, because others write much to it, or its promise is not
/// known to be that of fsync.
class FileSyncer {
 public:
  struct Synced {
    std::uint64_t ticket = 0;
    std::optional<Error> error{};  ///< io, disk_full: some file systems are full only now
  };

  /// All files are below `folder`, on its file system. Errors: io (no such folder, no descriptor).
  static Expected<std::unique_ptr<FileSyncer>> create(const std::filesystem::path& folder);
  /// What was begun is not waited for longer than the system takes for one file.
  ~FileSyncer();
  FileSyncer(const FileSyncer&) = delete;
  FileSyncer& operator=(const FileSyncer&) = delete;

  /// The file is whole and closed. It may be gone by its turn.
  void start(std::uint64_t ticket, std::filesystem::path file);
  /// Readable while take() has something.
  int descriptor() const { return event_.get(); }
  /// What is on the disk since the last call.
  std::vector<Synced> take();

 private:
  struct Job {
    std::uint64_t ticket = 0;
    std::filesystem::path file;
  };

  FileSyncer(Descriptor folder, Descriptor event);
  void work(const std::stop_token& stopping);
  bool in_groups() const;
  bool can_begin() const;
  void sync_one(std::unique_lock<std::mutex>& lock);
  void sync_group(std::unique_lock<std::mutex>& lock);

  Descriptor folder_;
  Descriptor event_;
  std::mutex mutex_;
  std::condition_variable_any wake_;
  std::deque<Job> jobs_;
  std::vector<Synced> synced_;
  std::size_t singles_ = 0;   ///< files that are being synced each by itself
  bool group_ = false;        ///< a group is being synced
  bool groups_sure_ = false;  ///< syncfs promises as much as fsync
  std::chrono::steady_clock::time_point groups_from_{};
  std::vector<std::jthread> threads_;  ///< last: they use the others
};

}  // namespace tagtrail::host
