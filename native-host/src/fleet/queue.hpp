// The queue of a fleet: sites, who holds them, and what is known of their hosts.
//
// A site is held by one worker until a time by the database's clock, the only clock that counts.
// Each time it is taken its fence grows by one; whatever a worker writes about a site names the
// fence that it got, and nothing is written when another has taken the site since.
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "batch/schedule.hpp"
#include "fleet/postgres.hpp"
#include "fleet/site_fate.hpp"

namespace tagtrail::host {

/// A site that this worker holds.
struct HeldSite {
  std::string id;
  std::int64_t fence = 0;
  std::string url;
  std::vector<std::string> options;
  std::string worker_before;  ///< who had it last; empty: nobody
  std::string checkpoint;     ///< digest of its newest one in the store; empty: none
  unsigned tries = 0;
};

struct SiteCounts {
  std::uint64_t files = 0;
  std::uint64_t requests = 0;
  std::uint64_t bytes = 0;
  double seconds = 0;
};

/// A worker as others see it.
struct WorkerFacts {
  std::string id;
  std::string machine;
  std::string folder;
  std::string program;  ///< its version
  unsigned jobs = 0;
  std::size_t running = 0;
};

class FleetQueue {
 public:
  /// Borrowed.
  explicit FleetQueue(postgres::Connection& connection) : connection_(connection) {}

  /// Those that the fleet does not have yet. Returns how many these were.
  Expected<std::uint64_t> add(const std::vector<BatchSite>& sites);

  /// The site that is due longest of those whose host nobody holds and which rests no more. Nothing
  /// when there is none, or the fleet is paused.
  Expected<std::optional<HeldSite>> take(const std::string& worker,
                                         std::chrono::milliseconds lease);
  /// Sites whose holder has not been heard of in time wait again; those that have lost so many
  /// holders that they must be to blame are set aside.
  Expected<void> let_go_of_lapsed();
  /// What `worker` held before it was started anew; of these sites only what a folder's name needs.
  Expected<std::vector<HeldSite>> held_by(const std::string& worker);
  /// All that waits again.
  Expected<void> let_go_of_all(const std::string& worker);

  // Of the following, false means that the site is another's by now, and nothing was written.
  Expected<bool> renew(const HeldSite& site, std::chrono::milliseconds lease,
                       const SiteCounts& counts);
  Expected<bool> end(const HeldSite& site, const SiteFate& fate, const SiteEnd& how,
                     const SiteCounts& counts);
  Expected<bool> keep_checkpoint(const HeldSite& site, const std::string& digest);

  /// No site of the host is taken for so long.
  Expected<void> rest_host(const std::string& host, std::chrono::milliseconds rest);

  Expected<void> show_worker(const WorkerFacts& worker);
  Expected<void> worker_leaves(const std::string& worker);

  /// Sites that wait or are held.
  Expected<std::uint64_t> open_sites();
  Expected<void> set_paused(bool paused);
  /// Sites that were set aside, or have failed and wait for their next try, are due at once and as
  /// new; only those of `host` unless it is empty. Returns how many.
  Expected<std::uint64_t> retry(const std::string& host);

 private:
  postgres::Connection& connection_;
};

/// Rows of one statement.
inline constexpr std::size_t kRowsAtOnce = 200;

}  // namespace tagtrail::host
