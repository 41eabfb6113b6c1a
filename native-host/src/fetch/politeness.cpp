#include "fetch/politeness.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "tagtrail/http_status.hpp"
#include "tagtrail/url.hpp"

namespace tagtrail::host {
namespace {

/// Weight of the newest answer in the moving average of latencies.
constexpr double kLatencyWeight = 0.3;
/// Who says when to come again is asked so much sooner than who only refuses; but a time that is
/// too short, named again and again, is doubled too.
constexpr int kNamedSooner = 60;

std::string_view without_scheme(std::string_view origin) {
  const std::size_t end = origin.find("://");
  return end == std::string_view::npos ? origin : origin.substr(end + 3);
}

std::string time_text(Milliseconds time) {
  const double seconds = static_cast<double>(time.count()) / 1000;
  if (seconds < 120) return fmt::format("{:.0f} s", seconds);
  if (seconds < 7200) return fmt::format("{:.0f} min", seconds / 60);
  if (seconds < 172'800) return fmt::format("{:.0f} h", seconds / 3600);
  return fmt::format("{:.0f} days", seconds / 86'400);
}

}  // namespace

bool asks_to_slow_down(const AnswerFacts& facts) {
  const bool may_say_when = facts.status == 403 || facts.status == 413;
  return asks_for_patience(facts.status) || (may_say_when && facts.retry_after.has_value());
}

struct Politeness::Host {
  unsigned in_use = 0;
  bool touched = false;  ///< `last_end` means something
  SteadyTime last_start;
  SteadyTime last_end;
  SteadyTime blocked_until;                          ///< the server asked for a pause
  std::map<std::string, Milliseconds> crawl_delays;  ///< by origin
  std::optional<double> latency_ms;                  ///< moving average
  Milliseconds backoff{0};                           ///< the latest pause without Retry-After
  SteadyTime backoff_since;                          ///< when it was last doubled
  /// The least pause after Retry-After, from the second refusal in a row on.
  Milliseconds named{0};
  SteadyTime calm_since;  ///< when the back-off was last changed, or its pause ends
  std::optional<SteadyTime> refused_since;  ///< no other answer since
  std::string given_up;

  /// The longest of its origins.
  Milliseconds crawl_delay() const;
};

std::string politeness_host(std::string_view url) {
  return std::string(without_scheme(origin_of(url)));
}

Politeness::Host& Politeness::host_of(const std::string& host) {
  auto& entry = hosts_[host];
  if (!entry) entry = std::make_shared<Host>();
  return *entry;
}

Milliseconds Politeness::set_crawl_delay(const std::string& origin, std::optional<double> seconds) {
  auto& delays = host_of(std::string(without_scheme(origin))).crawl_delays;
  delays.erase(origin);
  if (!seconds || !std::isfinite(*seconds) || *seconds <= 0) return Milliseconds{0};
  const double cap = static_cast<double>(options_.max_crawl_delay.count());
  const Milliseconds used(static_cast<std::int64_t>(std::min(*seconds * 1000, cap)));
  delays[origin] = used;
  return used;
}

Milliseconds Politeness::Host::crawl_delay() const {
  Milliseconds longest{0};
  for (const auto& [origin, delay] : crawl_delays) longest = std::max(longest, delay);
  return longest;
}

Milliseconds Politeness::delay(const std::string& host) const {
  const auto found = hosts_.find(host);
  if (found == hosts_.end()) return options_.delay;
  const Host& entry = *found->second;
  Milliseconds delay = std::max(options_.delay, entry.crawl_delay());
  // A delay of zero is the word of someone who owns the server.
  if (options_.delay > Milliseconds{0}) {
    const double latency = std::min(options_.latency_factor * entry.latency_ms.value_or(0),
                                    static_cast<double>(options_.max_latency_delay.count()));
    delay = std::max(delay, Milliseconds(static_cast<std::int64_t>(latency)));
  }
  return delay;
}

std::optional<SteadyTime> Politeness::earliest(const std::string& host, SteadyTime now) const {
  const auto found = hosts_.find(host);
  if (found == hosts_.end()) return now;
  const Host& entry = *found->second;
  const Milliseconds pause = delay(host);
  const bool alone = pause > Milliseconds{0} || entry.backoff > Milliseconds{0};
  const unsigned connections = alone ? 1 : std::max(1U, options_.connections);
  if (entry.in_use >= connections) return std::nullopt;
  if (!entry.touched) return std::max(now, entry.blocked_until);
  return std::max(entry.last_end + pause, entry.blocked_until);
}

Politeness::Hold Politeness::hold(const std::string& host, SteadyTime now) const {
  const auto found = hosts_.find(host);
  const auto when = earliest(host, now);
  if (found == hosts_.end() || !when || *when <= now) return Hold::none;
  const Host& entry = *found->second;
  if (entry.blocked_until >= *when) return Hold::back_off;
  const Milliseconds pause = delay(host);
  if (pause <= options_.delay) return Hold::own_delay;
  return pause <= entry.crawl_delay() ? Hold::crawl_delay : Hold::slow_host;
}

void Politeness::start(const std::string& host, SteadyTime now) {
  Host& entry = host_of(host);
  ++entry.in_use;
  entry.last_start = now;
}

Milliseconds Politeness::finish(const std::string& host, const AnswerFacts& facts, SteadyTime now) {
  const auto found = hosts_.find(host);
  if (found == hosts_.end()) return Milliseconds{0};
  Host& entry = *found->second;
  if (entry.in_use > 0) --entry.in_use;
  entry.touched = true;
  entry.last_end = std::max(entry.last_end, now);
  if (facts.status != 0 && facts.latency) {
    const auto newest = static_cast<double>(facts.latency->count());
    const double known = entry.latency_ms.value_or(newest);
    const double average = known + kLatencyWeight * (newest - known);
    // A server in trouble often answers its errors fast.
    entry.latency_ms = facts.status >= 400 ? std::max(known, average) : average;
  }
  if (asks_to_slow_down(facts)) {
    const Milliseconds pause = back_off(entry, facts, now);
    const Milliseconds in_a_row =
        std::chrono::ceil<Milliseconds>(entry.blocked_until - *entry.refused_since);
    if (pause > options_.max_wait) {
      entry.given_up = fmt::format(
          "{} answered {} and asks to be left alone for {}, longer than --max-wait ({})", host,
          facts.status, time_text(pause), time_text(options_.max_wait));
    } else if (in_a_row > options_.max_wait) {
      entry.given_up = fmt::format(
          "{} has refused every request for {} (the last with {}), longer than --max-wait ({})",
          host, time_text(in_a_row), facts.status, time_text(options_.max_wait));
    }
    return pause;
  }
  if (facts.status != 0) {
    entry.refused_since.reset();
    entry.named = Milliseconds{0};
  }
  // For each quiet stretch as long as the back-off itself, the next one is half as long.
  while (entry.backoff > Milliseconds{0} && now - entry.calm_since >= entry.backoff) {
    entry.calm_since += entry.backoff;
    entry.backoff /= 2;
    if (entry.backoff < options_.first_backoff) entry.backoff = Milliseconds{0};
  }
  return Milliseconds{0};
}

Milliseconds Politeness::back_off(Host& entry, const AnswerFacts& facts, SteadyTime now) const {
  const bool known =
      entry.backoff > Milliseconds{0} && facts.started.value_or(now) < entry.backoff_since;
  if (!known) {
    entry.backoff = entry.backoff == Milliseconds{0}
                        ? std::min(options_.first_backoff, options_.max_backoff)
                        : std::min(entry.backoff * 2, options_.max_backoff);
    entry.backoff_since = now;
    if (entry.refused_since) {
      entry.named = std::min(std::max(entry.named * 2, options_.first_backoff / kNamedSooner),
                             options_.max_backoff);
    }
  }
  const Milliseconds pause =
      facts.retry_after ? std::max(*facts.retry_after, entry.named) : entry.backoff;
  entry.blocked_until = std::max(entry.blocked_until, now + pause);
  entry.calm_since = std::max(now, entry.blocked_until);
  if (!entry.refused_since) entry.refused_since = now;
  return pause;
}

std::string Politeness::given_up(const std::string& host) const {
  const auto found = hosts_.find(host);
  return found == hosts_.end() ? std::string() : found->second->given_up;
}

Politeness::Trace Politeness::trace(const std::string& host) const {
  const auto found = hosts_.find(host);
  if (found == hosts_.end()) return {};
  const Host& entry = *found->second;
  return {std::max(entry.last_start, entry.last_end), entry.blocked_until};
}

void Politeness::note_elsewhere(const std::string& host, const Trace& trace, SteadyTime now) {
  Host& entry = host_of(host);
  entry.touched = true;
  // Nobody has been there later than now, whatever the clock of that process was.
  entry.last_end = std::max(entry.last_end, std::min(trace.last_touch, now));
  entry.blocked_until = std::max(entry.blocked_until, trace.blocked_until);
  const Milliseconds left = std::chrono::ceil<Milliseconds>(entry.blocked_until - now);
  if (left <= options_.max_wait || !entry.given_up.empty()) return;
  entry.given_up = fmt::format(
      "{} asked an earlier run to be left alone for another {}, longer than "
      "--max-wait ({})",
      host, time_text(left), time_text(options_.max_wait));
}

}  // namespace tagtrail::host
