// What a worker tells of the sites that it holds while their harvests run, so that nothing is lost
// with it: how they get on, for how long hosts are to be left alone, and their robots.txt.
#pragma once

#include <filesystem>
#include <list>
#include <map>
#include <string>

#include "fleet/held_run.hpp"
#include "fleet/host_notes.hpp"
#include "fleet/site_rest.hpp"
#include "fleet/worker_pace.hpp"

namespace tagtrail::host {

class HeldNews {
 public:
  /// Before its harvest starts: gives it what is known of robots.txt. What can't be had is asked of
  /// the site again.
  void begin(postgres::Connection& connection, const HeldRun& run);
  /// What has come since the last time. Errors: those of the statements.
  Expected<void> tell(postgres::Connection& connection, const std::list<HeldRun>& runs);
  Expected<void> tell_robots(postgres::Connection& connection, const HeldRun& run);
  /// After the last word on a site, or when it is another's.
  void end(const HeldRun& run);

  void count(const HeldRun& run, const SiteCounts& counts) { meter_.count(run.site().id, counts); }
  WorkerPace pace() { return meter_.pace(clock_of_leases()); }

 private:
  struct Seen {
    RestWatch rests;
    std::filesystem::file_time_type robots{};  ///< when the file was last written
  };

  std::map<std::string, Seen> seen_;  ///< by site
  PaceMeter meter_;
  std::chrono::milliseconds forget_at_{};
};

}  // namespace tagtrail::host
