// What becomes of a site whose harvest has ended.
#pragma once

#include <chrono>
#include <string_view>

#include "batch/site_end.hpp"

namespace tagtrail::host {

/// States of a site that nobody holds, as the table names them.
inline constexpr std::string_view kSiteWaiting = "waiting";
inline constexpr std::string_view kSiteDone = "done";
inline constexpr std::string_view kSiteLimit = "limit";
inline constexpr std::string_view kSiteAside = "aside";

struct RetryRules {
  unsigned tries = 3;                          ///< failures after which a site is set aside
  std::chrono::milliseconds back_off{60'000};  ///< before the second try of a site that failed
};

/// So often in a row a harvest is put down because other machines ask the hosts that it lacks; then
/// it leaves what it can't ask.
inline constexpr unsigned kMostPutDowns = 40;

struct SiteFate {
  std::string_view state;             ///< one of those above
  std::string_view cause;             ///< a word for each kind of failure; empty: none
  unsigned tries = 0;                 ///< failures in a row, this one included
  std::chrono::milliseconds wait{0};  ///< before it may be taken again
  bool worker_is_ill = false;         ///< the next site would fail here, too
  unsigned put_downs = 0;             ///< in a row, this one included
};

/// `tries`: failures before. Waits grow fourfold with each failure, up to a day; a site that
/// refuses gets fifteen times as long as one whose harvest broke. What the worker's disk or the
/// user did is no failure of the site. `put_downs`: before, in a row; after each the wait doubles,
/// from a sixth of the first of a failure up to sixty times that.
SiteFate judge_end(const SiteEnd& end, unsigned tries, const RetryRules& rules,
                   unsigned put_downs = 0);

}  // namespace tagtrail::host
