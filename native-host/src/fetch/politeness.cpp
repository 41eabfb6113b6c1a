#include "fetch/politeness.hpp"

#include <algorithm>
#include <cmath>

namespace tagtrail::host {
namespace {

/// Weight of the newest answer in the moving average of latencies.
constexpr double kLatencyWeight = 0.3;

bool asks_to_slow_down(int status) { return status == 429 || status == 503; }

}  // namespace

struct Politeness::Origin {
  unsigned in_use = 0;
  bool answered = false;  ///< `last_end` means something
  SteadyTime last_end;
  SteadyTime blocked_until;  ///< the server asked for a pause
  Milliseconds crawl_delay{0};
  double latency_ms = 0;     ///< moving average
  Milliseconds backoff{0};   ///< the latest pause without Retry-After
  SteadyTime backoff_since;  ///< when it was last doubled
  SteadyTime calm_since;     ///< when the back-off was last changed, or its pause ends
};

void Politeness::set_crawl_delay(const std::string& origin, double seconds) {
  if (!std::isfinite(seconds) || seconds < 0) return;
  const double cap = static_cast<double>(options_.max_crawl_delay.count());
  auto& entry = origins_[origin];
  if (!entry) entry = std::make_shared<Origin>();
  entry->crawl_delay = Milliseconds(static_cast<std::int64_t>(std::min(seconds * 1000, cap)));
}

Milliseconds Politeness::delay(const std::string& origin) const {
  const auto found = origins_.find(origin);
  if (found == origins_.end()) return options_.delay;
  const Origin& entry = *found->second;
  Milliseconds delay = std::max(options_.delay, entry.crawl_delay);
  // A delay of zero is the word of someone who owns the server.
  if (options_.delay > Milliseconds{0}) {
    const double latency = std::min(options_.latency_factor * entry.latency_ms,
                                    static_cast<double>(options_.max_latency_delay.count()));
    delay = std::max(delay, Milliseconds(static_cast<std::int64_t>(latency)));
  }
  return delay;
}

std::optional<SteadyTime> Politeness::earliest(const std::string& origin, SteadyTime now) const {
  const auto found = origins_.find(origin);
  if (found == origins_.end()) return now;
  const Origin& entry = *found->second;
  const Milliseconds pause = delay(origin);
  const bool alone = pause > Milliseconds{0} || entry.backoff > Milliseconds{0};
  const unsigned connections = alone ? 1 : std::max(1U, options_.connections);
  if (entry.in_use >= connections) return std::nullopt;
  if (!entry.answered) return std::max(now, entry.blocked_until);
  return std::max(entry.last_end + pause, entry.blocked_until);
}

void Politeness::start(const std::string& origin, SteadyTime) {
  auto& entry = origins_[origin];
  if (!entry) entry = std::make_shared<Origin>();
  ++entry->in_use;
}

void Politeness::finish(const std::string& origin, const AnswerFacts& facts, SteadyTime now) {
  const auto found = origins_.find(origin);
  if (found == origins_.end()) return;
  Origin& entry = *found->second;
  if (entry.in_use > 0) --entry.in_use;
  entry.answered = true;
  entry.last_end = now;
  if (facts.status != 0) {
    const auto newest = static_cast<double>(facts.latency.count());
    const double average = entry.latency_ms == 0
                               ? newest
                               : entry.latency_ms + kLatencyWeight * (newest - entry.latency_ms);
    // A server in trouble often answers its errors fast.
    const bool error = facts.status >= 400;
    entry.latency_ms = error ? std::max(entry.latency_ms, average) : average;
  }
  if (asks_to_slow_down(facts.status)) {
    const bool known =
        entry.backoff > Milliseconds{0} && facts.started.value_or(now) < entry.backoff_since;
    if (!known) {
      entry.backoff = entry.backoff == Milliseconds{0}
                          ? std::min(options_.first_backoff, options_.max_backoff)
                          : std::min(entry.backoff * 2, options_.max_backoff);
      entry.backoff_since = now;
    }
    const Milliseconds pause =
        std::min(facts.retry_after.value_or(entry.backoff), options_.max_backoff);
    entry.blocked_until = std::max(entry.blocked_until, now + pause);
    entry.calm_since = std::max(now, entry.blocked_until);
    return;
  }
  // For each quiet stretch as long as the back-off itself, the next one is half as long.
  while (entry.backoff > Milliseconds{0} && now - entry.calm_since >= entry.backoff) {
    entry.calm_since += entry.backoff;
    entry.backoff /= 2;
    if (entry.backoff < options_.first_backoff) entry.backoff = Milliseconds{0};
  }
}

}  // namespace tagtrail::host
