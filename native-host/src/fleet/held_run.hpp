// A site that this worker holds, and its harvest.
#pragma once

#include <chrono>
#include <filesystem>
#include <memory>
#include <optional>

#include "batch/site_run.hpp"
#include "fleet/queue.hpp"
#include "fleet/site_starter.hpp"
#include "system/lease.hpp"
#include "tagtrail/error.hpp"

namespace tagtrail::host {

/// Of `lease`, so much is the harvest's: it ends by itself before the database gives the site to
/// another, even where clocks run a little differently.
constexpr std::chrono::milliseconds own_part(std::chrono::milliseconds lease) {
  return lease * 9 / 10;
}

/// Not to be moved while its harvest runs. All times are by clock_of_leases().
class HeldRun {
 public:
  /// `asked_at`: before the statement that took the site was sent, from when the lease counts here.
  HeldRun(HeldSite site, std::filesystem::path folder, std::chrono::milliseconds asked_at)
      : site_(std::move(site)), folder_(std::move(folder)), renewed_at_(asked_at) {}

  /// Starts the harvest; what keeps it from starting is its end. `ours` is the site as this machine
  /// reads it.
  void start(SiteStarter& starter, const Expected<BatchSite>& ours, bool copy_profile,
             std::chrono::milliseconds lease);

  /// The lease counts anew from `asked_at`.
  void renewed(std::chrono::milliseconds asked_at, std::chrono::milliseconds lease);
  bool has_started() const { return started_; }
  /// Asks the harvest to stop in good order, once; one that has not begun ends here.
  void stop();
  /// Ends the harvest at once: the site is not ours any more, and nothing is to be said of it.
  void give_up();
  bool given_up() const { return given_up_; }
  /// True once the harvest has ended; `end()` says how from then on.
  bool look();

  const HeldSite& site() const { return site_; }
  const std::filesystem::path& folder() const { return folder_; }
  std::chrono::milliseconds renewed_at() const { return renewed_at_; }
  bool ended() const { return end_.has_value(); }
  const SiteEnd& end() const { return *end_; }
  /// As far as the job is now.
  SiteCounts counts() const;

 private:
  HeldSite site_;
  std::filesystem::path folder_;
  std::chrono::milliseconds renewed_at_;
  std::chrono::milliseconds started_at_ = clock_of_leases();
  std::chrono::milliseconds harvest_until_{};
  std::optional<LeaseFile> lease_;
  std::unique_ptr<SiteRun> run_;
  std::optional<SiteEnd> end_;
  bool started_ = false;
  bool stopping_ = false;
  bool lapsed_ = false;  ///< its lease had run out once when it was renewed
  bool given_up_ = false;
};

}  // namespace tagtrail::host
