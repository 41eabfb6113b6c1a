// Brings files to the disk beside the fetching of others, several at once: a disk takes many small
// files together in little more time than one.
#pragma once

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

/// Threads of its own, which touch nothing but the files they are given.
class FileSyncer {
 public:
  struct Synced {
    std::uint64_t ticket = 0;
    std::optional<Error> error{};  ///< io, disk_full: some file systems are full only now
  };

  /// Errors: io (no descriptor).
  static Expected<std::unique_ptr<FileSyncer>> create();
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

  explicit FileSyncer(Descriptor event);
  void work(const std::stop_token& stopping);

  Descriptor event_;
  std::mutex mutex_;
  std::condition_variable_any wake_;
  std::deque<Job> jobs_;
  std::vector<Synced> synced_;
  std::vector<std::jthread> threads_;  ///< last: they use the others
};

}  // namespace tagtrail::host
