#include "fleet/revisit_interval.hpp"

#include <algorithm>

namespace tagtrail::host {

std::chrono::milliseconds next_interval(std::chrono::milliseconds every,
                                        std::optional<std::chrono::milliseconds> before,
                                        std::optional<bool> changed) {
  constexpr int kWidest = 4;
  std::chrono::milliseconds next = before.value_or(every);
  if (changed) next = *changed ? next / 2 : next + next / 2;
  return std::clamp(next, std::max(every / kWidest, std::chrono::milliseconds(1)), every * kWidest);
}

std::optional<std::chrono::milliseconds> interval_after(const HeldSite& site,
                                                        const Expected<JobReader>& job) {
  if (!site.every) return std::nullopt;
  std::optional<bool> changed;
  const auto round = site.revisit && job ? job->revisits() : fail(ErrorCode::not_found, "none");
  if (round && round->round > 0) changed = !round->changes.empty();
  return next_interval(*site.every, site.interval, changed);
}

}  // namespace tagtrail::host
