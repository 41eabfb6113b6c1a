#include "fleet/site_rest.hpp"

#include <algorithm>

#include "batch/site_folders.hpp"

namespace tagtrail::host {

Expected<std::map<std::string, std::chrono::milliseconds>> rests_after(const JobReader& job,
                                                                       std::int64_t now_ms) {
  constexpr std::int64_t kUsPerMs = 1000;
  std::map<std::string, std::chrono::milliseconds> rests;
  TRY(job.each_attempt([&](const Attempt& attempt) -> Expected<void> {
    const std::int64_t rest_ms = std::max(attempt.pause_ms, attempt.delay_ms);
    const std::int64_t until = attempt.ended_us / kUsPerMs + rest_ms;
    if (until <= now_ms) return {};
    const std::string host = host_of_site(attempt.url);
    if (rests.size() >= kMostRests && !rests.contains(host)) return {};
    // Where the job went on after another machine, whose clock may be ahead, its last request was
    // not later than now.
    auto& rest = rests[host];
    rest = std::max(rest, std::chrono::milliseconds(std::min(until - now_ms, rest_ms)));
    return {};
  }));
  return rests;
}

}  // namespace tagtrail::host
