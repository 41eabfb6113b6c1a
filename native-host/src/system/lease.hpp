// A lease on life: a process that ends at a time unless whoever started it moves that time on.
//
// Whoever works for a fleet may do so only while its site is held. Killing it when the site is lost
// is not enough: the one who would do it may be frozen or dead, or its machine stand still. So the
// process has a timer of the system that kills it, which also acts on a process that is stopped.
#pragma once

#include <chrono>
#include <filesystem>
#include <memory>
#include <thread>

#include "system/descriptor.hpp"
#include "tagtrail/error.hpp"

namespace tagtrail::host {

/// Names the lease file to a process that is started.
inline constexpr const char* kLeaseVariable = "TAGTRAIL_LEASE";

/// Milliseconds of the clock that goes on while the machine sleeps.
std::chrono::milliseconds clock_of_leases();

/// The starter's side: a file with the time at which it ends. Destroying it removes the file.
class LeaseFile {
 public:
  /// Replaces what is there. Errors: io, disk_full.
  static Expected<LeaseFile> create(const std::filesystem::path& file);
  LeaseFile(LeaseFile&&) = default;
  LeaseFile& operator=(LeaseFile&&) = delete;
  ~LeaseFile();
  const std::filesystem::path& path() const { return path_; }
  /// By clock_of_leases(). Errors: io, disk_full.
  Expected<void> extend_to(std::chrono::milliseconds until) const;

 private:
  LeaseFile(Descriptor file, std::filesystem::path path)
      : file_(std::move(file)), path_(std::move(path)) {}
  Descriptor file_;
  std::filesystem::path path_;
};

/// Arms the timer if kLeaseVariable is set, and follows the file from then on, to the end of the
/// process. Errors: io (the file can't be read, or says nothing; no timer).
Expected<void> live_by_lease();

}  // namespace tagtrail::host
