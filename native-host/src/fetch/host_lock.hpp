// What the processes of one user share about a host: who touches it now, and what was seen there.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "system/descriptor.hpp"
#include "tagtrail/error.hpp"

namespace tagtrail::host {

/// Times of the wall clock, in milliseconds since 1970: processes have no other in common.
struct HostTrace {
  std::int64_t last_touch = 0;     ///< a request began or ended
  std::int64_t blocked_until = 0;  ///< the server asked to be left alone
  std::int64_t delay = 0;          ///< milliseconds between requests that the toucher keeps to

  bool operator==(const HostTrace&) const = default;
};

/// A lock shared by all processes of this user, so that two jobs or two browsers never load one
/// host at once. Held while a permit is in use; released when destroyed or the process dies.
class HostLock {
 public:
  /// Nothing when another process holds it now. Errors: io.
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
/// none.
class HostTurn {
 public:
  /// Errors: io.
  static Expected<HostTurn> open(const std::string& host);
  /// False when another process has it.
  bool take();
  void give();
  /// Whether another process has it. Never, while this one does.
  bool is_taken_elsewhere() const;

 private:
  explicit HostTurn(Descriptor file) : file_(std::move(file)) {}
  Descriptor file_;
  bool ours_ = false;
};

}  // namespace tagtrail::host
