// The sites of a fleet, each with what became of it, and how many of them are complete.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "fleet/catalogue.hpp"
#include "fleet/postgres.hpp"
#include "fleet/site_ending.hpp"
#include "tagtrail/error.hpp"

namespace tagtrail::host {

struct SitesOfEnding {
  std::uint64_t sites = 0;
  std::string example;  ///< a URL; empty: there is none
};

/// Every site once.
struct FleetAccount {
  std::array<SitesOfEnding, kSiteEndings> endings{};  ///< by SiteEnding

  const SitesOfEnding& of(SiteEnding ending) const {
    return endings.at(static_cast<std::size_t>(ending));
  }
  std::uint64_t sites() const;
  std::uint64_t complete() const { return of(SiteEnding::complete).sites; }
  /// That all sites are, and that there is one.
  bool is_complete() const { return sites() > 0 && complete() == sites(); }
};

/// {"total", "complete", "about", ..., "not_begun"}.
nlohmann::ordered_json account_to_json(const FleetAccount& account);

/// Of the sites of a filter: what it says of files does not count here. Errors: those of
/// Connection::run().
Expected<FleetAccount> read_fleet_account(postgres::Connection& connection,
                                          const CatalogueFilter& filter);

/// Takes {"site", "folder", "state", "ending", "complete", "files", "requests", "bytes", "exit",
/// "cause", "reason", "words", "remedy", "left_out", "account"}: `ending` is a word, `words` and
/// `remedy` are for people, the last two as told_ending() has them. All members are always there.
using TakeSite = std::function<Expected<void>(const nlohmann::ordered_json& site)>;

/// One of these without anything, for its names.
nlohmann::ordered_json empty_site();

/// All of a filter (as above), one by one; an error of `take` ends it.
Expected<void> each_site(postgres::Connection& connection, const CatalogueFilter& filter,
                         const TakeSite& take);

/// Those that were begun and are not complete, but for those that are held: failed ones first, then
/// those that may lack something.
Expected<std::vector<nlohmann::ordered_json>> incomplete_sites(postgres::Connection& connection,
                                                               std::size_t limit);

}  // namespace tagtrail::host
