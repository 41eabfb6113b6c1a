#include "fleet/held_claims.hpp"

#include <algorithm>
#include <vector>

#include "batch/site_folders.hpp"
#include "fleet/chance.hpp"
#include "fleet/host_notes.hpp"
#include "fleet/site_adding.hpp"
#include "fleet/site_fate.hpp"
#include "fleet/site_rest.hpp"
#include "fleet/worker_folder.hpp"
#include "system/times.hpp"

namespace tagtrail::host {
namespace {

using std::chrono::milliseconds;

constexpr milliseconds kLookForWishesEvery{200};
/// Hosts that were not to be had are tried again after about so long.
constexpr milliseconds kTryEvery{1'500};
constexpr std::chrono::hours kForgetClaimsEvery{1};
/// Of a lease, a harvest that has nothing else to do waits so long for a host.
constexpr int kPatiencesALease = 6;
constexpr milliseconds kLeastPatience{3'000};

Claim claim_of(const HeldRun& run, const std::string& host) {
  return {host, run.site().id, run.site().fence};
}

}  // namespace

Expected<void> HeldClaims::begin(const HeldRun& run) {
  const HeldSite& held = run.site();
  const auto place = claims_place_of(run.folder());
  std::error_code error;
  std::filesystem::remove(wanted_file_of(place), error);
  Site& site = sites_[held.id];
  site = {};
  site.granted.home = held.host;
  // What is not the site's own host is its domain, all of which is the site's then.
  site.granted.below = held.host != host_of_site(held.url) || takes_in_hosts_below(held.options);
  site.granted.leave = held.put_downs >= kMostPutDowns;
  site.granted.patience = std::max(lease_ / kPatiencesALease, kLeastPatience);
  site.granted.turn = lease_;
  return write_granted_hosts(place, site.granted);
}

Expected<void> HeldClaims::look(postgres::Connection& connection, const std::list<HeldRun>& runs) {
  if (clock_of_leases() < look_at_) return {};
  look_at_ = clock_of_leases() + kLookForWishesEvery;
  for (const HeldRun& run : runs) {
    const auto known = sites_.find(run.site().id);
    if (known == sites_.end() || run.given_up()) continue;
    read(run, known->second);
    TRY(release(connection, run, known->second));
  }
  TRY(claim(connection, runs));
  return forget(connection);
}

/// A harvest that has ended wants nothing more.
void HeldClaims::read(const HeldRun& run, Site& site) const {
  if (run.ended()) {
    site.wanted.hosts.clear();
    return;
  }
  const auto place = claims_place_of(run.folder());
  std::error_code error;
  const auto written = std::filesystem::last_write_time(wanted_file_of(place), error);
  if (error || written == site.read) return;
  auto wanted = read_wanted_hosts(place);
  if (!wanted) return;  // nothing is granted by it, nor given back
  site.read = written;
  site.wanted = std::move(*wanted);
  site.try_at = {};
}

Expected<void> HeldClaims::release(postgres::Connection& connection, const HeldRun& run,
                                   Site& site) {
  std::set<std::string> kept;
  std::erase_if(site.granted.hosts,
                [&](const auto& one) { return !site.wanted.hosts.contains(one.first); });
  for (const auto& [host, ticket] : site.granted.hosts) kept.merge(claims_for(host));
  std::vector<Claim> given_back;
  for (const auto* hosts : {&site.claimed, &site.doubtful}) {
    for (const std::string& host : *hosts) {
      if (!kept.contains(host)) given_back.push_back(claim_of(run, host));
    }
  }
  if (given_back.empty()) return {};
  TRY(tell_rests(connection, run, site.wanted));
  TRY(ClaimTable(connection).release(given_back));
  for (const Claim& claim : given_back) site.claimed.erase(claim.host);
  site.doubtful.clear();
  return {};
}

/// Before others can claim the hosts. What a harvest has told lasts as long as its last words.
Expected<void> HeldClaims::tell_rests(postgres::Connection& connection, const HeldRun& run,
                                      const WantedHosts& wanted) {
  Rests rests;
  for (const auto& [host, rest] : wanted.rests) {
    for (const std::string& name : claims_for(host)) rests[name] = std::max(rests[name], rest);
  }
  if (run.ended()) {
    const auto job = JobReader::open(run.folder());
    const auto after = job ? rests_after(*job, unix_ms_now()) : Expected<Rests>();
    for (const auto& [host, rest] : after.value_or(Rests())) {
      rests[host] = std::max(rests[host], rest);
    }
  }
  return HostNotes(connection).rest(rests);
}

Expected<void> HeldClaims::claim(postgres::Connection& connection, const std::list<HeldRun>& runs) {
  const milliseconds now = clock_of_leases();
  std::vector<Claim> wanted;
  std::vector<std::pair<const HeldRun*, Site*>> asking;
  for (const HeldRun& run : runs) {
    const auto known = sites_.find(run.site().id);
    if (known == sites_.end() || run.given_up() || now < known->second.try_at) continue;
    Site& site = known->second;
    std::set<std::string> lacking;
    for (const auto& [host, ticket] : site.wanted.hosts) lacking.merge(claims_for(host));
    for (const std::string& host : lacking) {
      if (site.claimed.contains(host)) continue;
      wanted.push_back(claim_of(run, host));
      site.doubtful.insert(host);
    }
    if (site.wanted.hosts != site.granted.hosts) asking.emplace_back(&run, &site);
  }
  std::set<Claim> ours;
  for (std::size_t begin = 0; begin < wanted.size(); begin += kRowsAtOnce) {
    const auto at = wanted.begin() + static_cast<std::ptrdiff_t>(begin);
    const auto left = wanted.end() - at;
    ours.merge(
        TRY(ClaimTable(connection)
                .claim({at, at + std::min(left, static_cast<std::ptrdiff_t>(kRowsAtOnce))})));
  }
  for (const auto& [run, site] : asking) {
    site->doubtful.clear();
    for (const auto& [host, ticket] : site->wanted.hosts) {
      for (const std::string& name : claims_for(host)) {
        if (ours.contains(claim_of(*run, name))) site->claimed.insert(name);
      }
    }
    site->try_at = now + kTryEvery / 2 + up_to(kTryEvery);
    grant(*site);
    // Without it the harvest waits, and asks nobody.
    (void)write_granted_hosts(claims_place_of(run->folder()), site->granted);
    // A part of what a host needs is of no use to it, and may be of use to others.
    TRY(release(connection, *run, *site));
  }
  return {};
}

/// Hosts of which all that has to be claimed is.
void HeldClaims::grant(Site& site) {
  for (const auto& [host, ticket] : site.wanted.hosts) {
    const auto needed = claims_for(host);
    if (!std::includes(site.claimed.begin(), site.claimed.end(), needed.begin(), needed.end())) {
      continue;
    }
    site.granted.hosts[host] = ticket;
    site.got_any = true;
  }
}

bool HeldClaims::got_any(const HeldRun& run) const {
  const auto known = sites_.find(run.site().id);
  return known != sites_.end() && known->second.got_any;
}

void HeldClaims::end(const HeldRun& run) {
  sites_.erase(run.site().id);
  std::error_code error;
  const auto place = claims_place_of(run.folder());
  std::filesystem::remove(wanted_file_of(place), error);
  std::filesystem::remove(granted_file_of(place), error);
}

Expected<void> HeldClaims::forget(postgres::Connection& connection) {
  if (clock_of_leases() < forget_at_) return {};
  TRY(ClaimTable(connection).forget());
  forget_at_ = clock_of_leases() + kForgetClaimsEvery;
  return {};
}

}  // namespace tagtrail::host
