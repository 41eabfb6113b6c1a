// What was last seen of a host, as a file that outlives who has seen it.
#pragma once

#include <cstdint>
#include <optional>

namespace tagtrail::host {

/// Times of the wall clock, in milliseconds since 1970: processes have no other in common.
struct HostTrace {
  std::int64_t last_touch = 0;     ///< a request began or ended
  std::int64_t blocked_until = 0;  ///< the server asked to be left alone
  std::int64_t delay = 0;          ///< milliseconds between requests that the toucher keeps to

  bool operator==(const HostTrace&) const = default;

  /// From when on it keeps nobody from the host.
  std::int64_t binds_until() const;
  /// The same as far as it can be of `now` or before: a clock may have been ahead.
  HostTrace believed_at(std::int64_t now) const;
};

/// Nothing where there is nothing to be made out.
std::optional<HostTrace> read_trace(int file);
/// In place of what is there. What can't be written is lost.
void write_trace(int file, const HostTrace& trace);

}  // namespace tagtrail::host
