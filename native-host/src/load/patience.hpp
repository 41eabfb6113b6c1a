// How long one transfer may hold up the others. While nothing else waits, nothing is too slow here:
// then only the transfer's own limits hold (fetch/downloader.hpp).
#pragma once

#include <cstdint>
#include <limits>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>

#include "fetch/downloader.hpp"
#include "fetch/politeness.hpp"

namespace tagtrail::host {

/// Where a job's store keeps Patience::json().
inline constexpr std::string_view kSetAside = "set_aside";

struct PatienceOptions {
  Milliseconds window{30'000};                 ///< a transfer is slow when in so long a time
  std::uint64_t slow_bytes_per_second = 4096;  ///< ... less than this came of its body
  Milliseconds without_end{300'000};           ///< for a file of which nobody says where it ends

  /// For a run that may last so long: one transfer is to have a share of it, not all.
  static PatienceOptions within(std::uint64_t run_ms);
};

/// What stands in the way of a transfer.
struct Pressure {
  bool others_wait = false;  ///< for the host, or for being decided on
  /// What the job may still load, this transfer's part included.
  std::uint64_t bytes_left = std::numeric_limits<std::uint64_t>::max();
};

/// Pure bookkeeping: takes the time as an argument. Not thread-safe.
class Patience {
 public:
  explicit Patience(PatienceOptions options) : options_(options) {}

  struct Verdict {
    FetchError error;
    std::string text;  ///< for people
  };
  /// Whether the transfer is to be broken off, and why. A URL for which that was said once is asked
  /// for again when all else is done, and is then let be.
  std::optional<Verdict> judge(const TransferState& state, const Pressure& pressure,
                               SteadyTime now);
  /// The transfer has ended.
  void forget(std::uint64_t ticket) { watched_.erase(ticket); }

  /// The URLs that were set aside, as JSON: for later runs.
  std::string json() const;
  /// What json() said; anything else is none.
  void restore(std::string_view json);
  /// How many there are.
  std::size_t size() const { return set_aside_.size(); }

 private:
  struct Watched {
    SteadyTime answered;  ///< as far as is known here
    SteadyTime since;     ///< the window began
    std::uint64_t came = 0;
  };
  bool came_slowly(Watched& watched, const TransferState& state, SteadyTime now) const;
  std::optional<Verdict> verdict(const TransferState& state, const Pressure& pressure,
                                 SteadyTime now);

  PatienceOptions options_;
  std::map<std::uint64_t, Watched> watched_;  ///< by ticket
  std::set<std::string, std::less<>> set_aside_;
};

}  // namespace tagtrail::host
