#include "fleet/site_fate.hpp"

#include <algorithm>

#include "fetch/claim_files.hpp"
#include "system/exit_code.hpp"

namespace tagtrail::host {
namespace {

using std::chrono::milliseconds;

constexpr milliseconds kLongestWait{24L * 3600 * 1000};
constexpr int kRefusedFactor = 15;
constexpr int kGrowth = 4;
constexpr int kPutDownPart = 6;
constexpr int kLongestPutDown = 60;

struct Cause {
  std::string_view name;
  int factor = 1;
};

Cause cause_of(int exit) {
  switch (exit) {
    case exit_code::kRefused:
      return {"refused", kRefusedFactor};
    case exit_code::kCouldNotStart:
      return {"could_not_start"};
    default:
      return {"broke"};
  }
}

SiteFate failed(Cause cause, unsigned tries, const RetryRules& rules) {
  // Of the table: as many as count.
  tries = std::min(tries, rules.tries);
  SiteFate fate{kSiteWaiting, cause.name, tries + 1, rules.back_off * cause.factor};
  for (unsigned time = 0; time < tries && fate.wait < kLongestWait; ++time) {
    fate.wait *= kGrowth;
  }
  fate.wait = std::min(fate.wait, kLongestWait);
  if (fate.tries >= rules.tries) fate.state = kSiteAside;
  return fate;
}

SiteFate put_down(unsigned tries, unsigned before, const RetryRules& rules) {
  SiteFate fate{kSiteWaiting, {}, tries, rules.back_off / kPutDownPart};
  const milliseconds longest = rules.back_off * kLongestPutDown;
  for (unsigned time = 0; time < before && fate.wait < longest; ++time) fate.wait *= 2;
  fate.wait = std::min(fate.wait, longest);
  fate.put_downs = before + 1;
  return fate;
}

}  // namespace

SiteFate judge_end(const SiteEnd& end, unsigned tries, const RetryRules& rules,
                   unsigned put_downs) {
  switch (end.exit) {
    case exit_code::kDone:
      return {kSiteDone, {}};
    case exit_code::kLimit:
      return {kSiteLimit, {}};
    case exit_code::kStopped:
      if (end.reason == kHostsTaken) return put_down(tries, put_downs, rules);
      return {kSiteWaiting, {}, tries};
    case exit_code::kDiskFull:
      return {kSiteWaiting, "disk_full", tries, milliseconds{0}, /*worker_is_ill=*/true};
    case exit_code::kWrongUsage:
      // The same words are wrong tomorrow, too.
      return {kSiteAside, "wrong_options", tries + 1};
    default:
      return failed(cause_of(end.exit), tries, rules);
  }
}

}  // namespace tagtrail::host
