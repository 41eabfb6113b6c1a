// When a site that was harvested comes due again: sooner the more often it was found changed.
//
// A crawler sees only whether a site has changed since the last time, not how often. Cho and
// Garcia-Molina show what can be estimated from that ("Estimating frequency of change", ACM TOIT
// 3(3), 2003, 256-290), and that it needs many rounds; with few, multiplicative steps as in
// incremental crawlers do (Edwards, McCurley and Tomlin, "An adaptive model for optimizing
// performance of an incremental web crawler", WWW 2001). Halved where it had changed and grown by
// half where it had not, an interval settles where ln 1.5 / (ln 2 + ln 1.5), 37 %, of the rounds
// find something new.
#pragma once

#include <chrono>
#include <optional>

#include "fleet/queue.hpp"
#include "store/job_reader.hpp"

namespace tagtrail::host {

/// After `before`, the interval of the last time (nothing: this was the first): within a quarter
/// and four times of `every`. `changed`: what the round found; nothing when it was no round that
/// could tell.
std::chrono::milliseconds next_interval(std::chrono::milliseconds every,
                                        std::optional<std::chrono::milliseconds> before,
                                        std::optional<bool> changed);

/// The same of a site by what its job found; nothing where it does not come due again. `job`: an
/// error where there is none.
std::optional<std::chrono::milliseconds> interval_after(const HeldSite& site,
                                                        const Expected<JobReader>& job);

}  // namespace tagtrail::host
