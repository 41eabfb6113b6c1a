// What the processes of one user share about a host: who touches it now, and what was seen there.
#pragma once

#include <filesystem>
#include <optional>
#include <string>

#include "fetch/host_trace.hpp"
#include "system/descriptor.hpp"
#include "tagtrail/error.hpp"

namespace tagtrail::host {

/// A lock shared by all processes of this user, so that two jobs or two browsers never load one
/// host at once. Held while a permit is in use; released when destroyed or the process dies. What
/// it leaves goes once its pause is over (fetch/lock_folder.hpp).
class HostLock {
 public:
  /// Nothing when another process holds it now. Errors: io, disk_full.
  static Expected<std::optional<HostLock>> try_take(const std::string& host);
  /// What was left by whoever had it last; nothing when there is nothing to be made out.
  std::optional<HostTrace> read() const;
  /// For whoever takes it next. What can't be written is lost: the lock serves without.
  void write(const HostTrace& trace) const;

 private:
  explicit HostLock(Descriptor file) : file_(std::move(file)) {}
  Descriptor file_;
};

/// The turn at a host: whoever has waited in vain for a while takes it, and until they have had
/// their request no other process of this user begins one there. So a job without pauses starves
/// none. There is a file only while somebody has it.
class HostTurn {
 public:
  /// Errors: io, disk_full.
  static Expected<HostTurn> open(const std::string& host);
  HostTurn(HostTurn&&) = default;
  HostTurn& operator=(HostTurn&&) = delete;
  ~HostTurn() { give(); }
  /// False when another process has it.
  bool take();
  void give();
  /// Whether another process has it. Never, while this one does.
  bool is_taken_elsewhere() const;

 private:
  explicit HostTurn(std::filesystem::path path) : path_(std::move(path)) {}
  std::filesystem::path path_;
  Descriptor file_;  ///< while it is ours
};

}  // namespace tagtrail::host
