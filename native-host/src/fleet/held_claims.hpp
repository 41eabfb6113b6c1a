// The hosts that the harvests of a worker want besides their sites' own, claimed for them in the
// database, and what they are told of it (fetch/claim_files.hpp).
#pragma once

#include <chrono>
#include <list>
#include <map>
#include <set>
#include <string>

#include "fetch/claim_files.hpp"
#include "fleet/claim_table.hpp"
#include "fleet/held_run.hpp"

namespace tagtrail::host {

class HeldClaims {
 public:
  explicit HeldClaims(std::chrono::milliseconds lease) : lease_(lease) {}

  /// Before its harvest starts, which does not start without. Errors: io, disk_full.
  Expected<void> begin(const HeldRun& run);
  /// Gives back what harvests want no more, with the rests that hosts are owed, and claims what
  /// they want. Errors: those of the statements; the next look goes on from there.
  Expected<void> look(postgres::Connection& connection, const std::list<HeldRun>& runs);
  /// Whether the site has got any host since it began: then it has come further.
  bool got_any(const HeldRun& run) const;
  /// After the last word on a site, or when it is another's.
  void end(const HeldRun& run);

 private:
  struct Site {
    std::filesystem::file_time_type read{};  ///< when what is wanted was last written
    WantedHosts wanted;
    GrantedHosts granted;  ///< as the harvest is told
    std::set<std::string> claimed;
    /// Asked for by statements whose answers were lost: ours or not.
    std::set<std::string> doubtful;
    std::chrono::milliseconds try_at{};
    bool got_any = false;
  };

  void read(const HeldRun& run, Site& site) const;
  Expected<void> release(postgres::Connection& connection, const HeldRun& run, Site& site);
  static Expected<void> tell_rests(postgres::Connection& connection, const HeldRun& run,
                                   const WantedHosts& wanted);
  Expected<void> claim(postgres::Connection& connection, const std::list<HeldRun>& runs);
  static void grant(Site& site);
  Expected<void> forget(postgres::Connection& connection);

  std::chrono::milliseconds lease_;
  std::map<std::string, Site> sites_;  ///< by id
  std::chrono::milliseconds look_at_{};
  std::chrono::milliseconds forget_at_{};
};

}  // namespace tagtrail::host
