// Servers that have answered before and take no connection any more: whether the network is down or
// the server starts anew, what is asked for meanwhile must not be lost, so it waits.
#pragma once

#include <map>
#include <optional>
#include <string>

#include "fetch/politeness.hpp"

namespace tagtrail::host {

/// By origin: who answers http may take no https at all. Pure bookkeeping: takes the time as an
/// argument. Not thread-safe.
class Absences {
 public:
  /// Who is away for ten minutes, or for `max_wait` if that is shorter, is given up.
  explicit Absences(Milliseconds max_wait) : max_wait_(max_wait) {}

  /// The origin has answered, in this run or an earlier one.
  void answered(const std::string& origin);
  /// No connection to it could be made, for a request that began at `started`. An origin that has
  /// never answered is not away: it may not be there at all. Requests that were under way when a
  /// pause began don't double it. Returns for how long it is to be left alone because of this.
  Milliseconds unreached(const std::string& origin, SteadyTime started, SteadyTime now);

  /// When it may be asked again; nothing: it is not away.
  std::optional<SteadyTime> away_until(const std::string& origin) const;
  /// The same of a host (politeness_host()): of its origins that are away, the last.
  std::optional<SteadyTime> host_away_until(const std::string& host) const;
  /// Why nothing more is asked of it: it has been away for too long. Empty while it is asked.
  std::string given_up(const std::string& origin) const;

 private:
  struct Away {
    SteadyTime since{};
    SteadyTime paused_at{};  ///< the newest pause began
    Milliseconds pause{0};
    std::string given_up{};
  };

  Milliseconds max_wait_;
  std::map<std::string, std::optional<Away>> known_;  ///< what has answered, and whether it is away
};

}  // namespace tagtrail::host
