// Hosts that harvests ask besides their sites' own, each claimed by one that is held. A claim is
// worth as much as the lease of its site: it holds while that is held by the same fence, and ends
// with it without a further word.
//
// Rows are put in and taken out, never changed, so that what a statement has found to be worth
// nothing can't have become another's when it is removed.
#pragma once

#include <set>
#include <string>
#include <tuple>
#include <vector>

#include "fleet/postgres.hpp"
#include "fleet/queue.hpp"
#include "tagtrail/error.hpp"

namespace tagtrail::host {

struct Claim {
  std::string host;  ///< or a domain
  std::string site;  ///< id
  std::int64_t fence = 0;
  bool operator<(const Claim& other) const {
    return std::tie(host, site, fence) < std::tie(other.host, other.site, other.fence);
  }
};

/// What is claimed for a host: itself, and the registrable domain that it is of, since hosts of one
/// domain may be one machine.
std::set<std::string> claims_for(const std::string& host);

class ClaimTable {
 public:
  /// Borrowed.
  explicit ClaimTable(postgres::Connection& connection) : connection_(connection) {}

  /// Those of `wanted` that are ours from now on, or were: whose host nobody else has claimed, is
  /// of no other site that is held, and rests no more.
  Expected<std::set<Claim>> claim(const std::vector<Claim>& wanted);
  Expected<void> release(const std::vector<Claim>& claims);
  /// Whether another's harvest asks the host of a site that was taken just now. Whoever claims and
  /// whoever takes each writes first and looks then, so that one of them sees the other.
  Expected<bool> is_asked_by_another(const HeldSite& site);
  /// Removes what is worth nothing any more.
  Expected<void> forget();

 private:
  Expected<postgres::Result> run(const std::string& sql,
                                 const std::vector<postgres::Value>& values);
  Expected<void> insert(const std::vector<Claim>& wanted);
  Expected<void> remove_worthless(const std::vector<Claim>& wanted);

  postgres::Connection& connection_;
};

}  // namespace tagtrail::host
