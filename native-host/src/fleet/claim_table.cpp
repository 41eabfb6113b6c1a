#include "fleet/claim_table.hpp"

#include <fmt/format.h>

#include "fetch/public_suffix.hpp"

namespace tagtrail::host {
namespace {

constexpr std::size_t kClaimColumns = 3;

std::vector<postgres::Value> values_of(const std::vector<Claim>& claims) {
  std::vector<postgres::Value> values;
  for (const auto& [host, site, fence] : claims) values.insert(values.end(), {host, site, fence});
  return values;
}

}  // namespace

std::set<std::string> claims_for(const std::string& host) {
  std::set<std::string> claims{host};
  if (std::string domain = registrable_domain(host); !domain.empty()) {
    claims.insert(std::move(domain));
  }
  return claims;
}

Expected<postgres::Result> ClaimTable::run(const std::string& sql,
                                           const std::vector<postgres::Value>& values) {
  return postgres::again_while_busy([&] { return connection_.run(sql.c_str(), values); });
}

Expected<std::set<Claim>> ClaimTable::claim(const std::vector<Claim>& wanted) {
  std::set<Claim> ours;
  if (wanted.empty()) return ours;
  TRY(insert(wanted));
  // A statement of its own: it sees every site that was taken before the claims were there for all
  // to see. A claim of ours that an answer was lost about is found here, too.
  const auto rows =
      TRY(run(fmt::format("SELECT c.host, c.site, c.fence,"
                          " EXISTS (SELECT 1 FROM tagtrail_site h WHERE h.state = 'held'"
                          "  AND h.host = c.host AND h.id <> c.site)"
                          " OR EXISTS (SELECT 1 FROM tagtrail_site h WHERE h.state = 'held'"
                          "  AND h.domain = c.host AND h.id <> c.site)"
                          " FROM tagtrail_claim c JOIN (VALUES {}) AS v (host, site, fence)"
                          " ON c.host = v.host AND c.site = v.site AND c.fence = v.fence::bigint",
                          postgres::places(wanted.size(), kClaimColumns)),
              values_of(wanted)));
  std::vector<Claim> vain;
  for (int row = 0; row < rows.rows(); ++row) {
    Claim claim{rows.string(row, 0), rows.string(row, 1), rows.integer(row, 2)};
    if (rows.yes(row, 3)) {
      vain.push_back(std::move(claim));
    } else {
      ours.insert(std::move(claim));
    }
  }
  TRY(release(vain));
  if (ours.size() < wanted.size()) TRY(remove_worthless(wanted));
  return ours;
}

Expected<void> ClaimTable::insert(const std::vector<Claim>& wanted) {
  TRY(run(fmt::format("INSERT INTO tagtrail_claim (host, site, fence, since_at)"
                      " SELECT v.host, v.site, v.fence::bigint, now()"
                      " FROM (VALUES {}) AS v (host, site, fence)"
                      " WHERE EXISTS (SELECT 1 FROM tagtrail_site o WHERE o.id = v.site"
                      "  AND o.fence = v.fence::bigint AND o.state = 'held')"
                      " AND NOT EXISTS (SELECT 1 FROM tagtrail_site h WHERE h.state = 'held'"
                      "  AND h.host = v.host AND h.id <> v.site)"
                      " AND NOT EXISTS (SELECT 1 FROM tagtrail_site h WHERE h.state = 'held'"
                      "  AND h.domain = v.host AND h.id <> v.site)"
                      " AND NOT EXISTS (SELECT 1 FROM tagtrail_host r"
                      "  WHERE r.host = v.host AND r.not_before_at > now())"
                      " ON CONFLICT (host) DO NOTHING",
                      postgres::places(wanted.size(), kClaimColumns)),
          values_of(wanted)));
  return {};
}

/// What stands in the way of the next try, and is of a site that is not held by that fence. It will
/// never be again.
Expected<void> ClaimTable::remove_worthless(const std::vector<Claim>& wanted) {
  std::vector<postgres::Value> hosts;
  for (const Claim& claim : wanted) hosts.emplace_back(claim.host);
  TRY(run(fmt::format("DELETE FROM tagtrail_claim"
                      " WHERE host IN (SELECT h FROM (VALUES {}) AS v (h))"
                      " AND NOT EXISTS (SELECT 1 FROM tagtrail_site o WHERE o.state = 'held'"
                      "  AND o.id = tagtrail_claim.site AND o.fence = tagtrail_claim.fence)",
                      postgres::places(hosts.size(), 1)),
          hosts));
  return {};
}

Expected<void> ClaimTable::release(const std::vector<Claim>& claims) {
  for (std::size_t begin = 0; begin < claims.size(); begin += kRowsAtOnce) {
    const std::vector<Claim> part(
        claims.begin() + static_cast<std::ptrdiff_t>(begin),
        claims.begin() + static_cast<std::ptrdiff_t>(std::min(claims.size(), begin + kRowsAtOnce)));
    TRY(run(fmt::format("DELETE FROM tagtrail_claim WHERE EXISTS (SELECT 1"
                        " FROM (VALUES {}) AS v (host, site, fence)"
                        " WHERE v.host = tagtrail_claim.host AND v.site = tagtrail_claim.site"
                        " AND v.fence::bigint = tagtrail_claim.fence)",
                        postgres::places(part.size(), kClaimColumns)),
            values_of(part)));
  }
  return {};
}

Expected<bool> ClaimTable::is_asked_by_another(const HeldSite& site) {
  const auto row = TRY(connection_.run(
      "SELECT EXISTS (SELECT 1 FROM tagtrail_site s"
      " JOIN tagtrail_claim c ON c.host IN (s.host, s.domain)"
      " JOIN tagtrail_site o ON o.id = c.site AND o.fence = c.fence AND o.state = 'held'"
      " WHERE s.id = $1 AND o.id <> s.id)",
      {site.id}));
  return row.yes(0, 0);
}

Expected<void> ClaimTable::forget() {
  TRY(
      connection_.run("DELETE FROM tagtrail_claim WHERE NOT EXISTS (SELECT 1"
                      " FROM tagtrail_site o WHERE o.state = 'held'"
                      " AND o.id = tagtrail_claim.site AND o.fence = tagtrail_claim.fence)"));
  return {};
}

}  // namespace tagtrail::host
