// The queue of a fleet: sites, who holds them, and what is known of their hosts.
//
// A site is held by one worker until a time by the database's clock, the only clock that counts.
// Each time it is taken its fence grows by one; whatever a worker writes about a site names the
// fence that it got, and nothing is written when another has taken the site since.
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "fleet/postgres.hpp"
#include "fleet/site_ending.hpp"
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
  std::string host;      ///< what no two sites that are held share: a host, or a domain
  bool revisit = false;  ///< it was through before, and has come due again
  std::optional<std::chrono::milliseconds> every{};     ///< as `fleet add --every` has it
  std::optional<std::chrono::milliseconds> interval{};  ///< that it came due after
  /// In a row, because others asked the hosts that its harvest lacked.
  unsigned put_downs = 0;
};

struct SiteCounts {
  std::uint64_t files = 0;
  std::uint64_t requests = 0;
  std::uint64_t bytes = 0;
  double seconds = 0;
};

/// A lease that is to go on, and how far its harvest is.
struct Renewal {
  const HeldSite* site = nullptr;
  SiteCounts counts;
};

/// What a worker has done since it started, and in a second of the last minute.
struct WorkerPace {
  SiteCounts done;
  double requests = 0;
  double files = 0;
  double bytes = 0;
};

/// A worker as others see it.
struct WorkerFacts {
  std::string id;
  std::string machine;
  std::string folder;
  std::string program;  ///< its version
  unsigned jobs = 0;
  std::size_t running = 0;
  WorkerPace pace{};
};

class FleetQueue {
 public:
  /// Borrowed.
  explicit FleetQueue(postgres::Connection& connection) : connection_(connection) {}

  /// The site that is due longest of those whose host nobody holds and which rests no more. Nothing
  /// when there is none, or the fleet is paused. One whose worker has put it down is left to that
  /// worker, which has its job, for kLeftToItsWorker, unless it has a checkpoint.
  Expected<std::optional<HeldSite>> take(const std::string& worker,
                                         std::chrono::milliseconds lease);
  /// The same of those that have ended before and have come due again. Who has the job of the last
  /// time is asked first: others take it kLeftToItsWorker later, unless it has a checkpoint.
  Expected<std::optional<HeldSite>> take_again(const std::string& worker,
                                               std::chrono::milliseconds lease);
  static constexpr std::chrono::minutes kLeftToItsWorker{10};
  /// Sites whose holder has not been heard of in time wait again; those that have lost so many
  /// holders in a row, and came no further, that they must be to blame are set aside.
  Expected<void> let_go_of_lapsed();
  /// What `worker` held before it was started anew; of these sites only what a folder's name needs.
  Expected<std::vector<HeldSite>> held_by(const std::string& worker);
  /// All that waits again, as lost, but left to `worker` as what it puts down.
  Expected<void> let_go_of_all(const std::string& worker);

  /// A site as one of its holders has it: an id alone may be of a time before.
  using Holding = std::pair<std::string, std::int64_t>;
  /// The leases of many sites in one statement. Returns the ids and fences of those that are still
  /// ours. One that has come further than with any holder before has lost none.
  Expected<std::set<Holding>> renew(const std::vector<Renewal>& leases,
                                    std::chrono::milliseconds lease);

  // Of the following, false means that the site is another's by now, and nothing was written.
  /// `interval`: after which it is due again if it is through, and comes due again at all.
  /// `ending`: how complete it is then; of one that waits, that of its last time stays.
  Expected<bool> end(const HeldSite& site, const SiteFate& fate, const SiteEnd& how,
                     const SiteCounts& counts, std::optional<std::chrono::milliseconds> interval,
                     const std::optional<KeptEnding>& ending);
  /// It waits again, as if it had not been taken, for so long.
  Expected<bool> give_back(const HeldSite& site, std::chrono::milliseconds wait);
  Expected<bool> keep_checkpoint(const HeldSite& site, const std::string& digest);

  Expected<void> show_worker(const WorkerFacts& worker);
  Expected<void> worker_leaves(const std::string& worker);

  /// Sites that wait or are held, or have come due again.
  Expected<std::uint64_t> open_sites();
  Expected<void> set_paused(bool paused);
  /// Sites that were set aside, or have failed and wait for their next try, are due at once and as
  /// new; only those of `host` unless it is empty. Returns how many.
  Expected<std::uint64_t> retry(const std::string& host);

 private:
  Expected<std::optional<HeldSite>> take_by(const char* sql,
                                            const std::vector<postgres::Value>& values);

  postgres::Connection& connection_;
};

/// Rows of one statement.
inline constexpr std::size_t kRowsAtOnce = 200;

}  // namespace tagtrail::host
