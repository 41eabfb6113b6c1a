#include "load/absences.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace tagtrail::host {
namespace {

constexpr Milliseconds kFirstPause{1'000};
constexpr Milliseconds kLongestPause{60'000};
constexpr Milliseconds kLongestAbsence{600'000};

}  // namespace

void Absences::answered(const std::string& origin) { known_[origin].reset(); }

Milliseconds Absences::unreached(const std::string& origin, SteadyTime started, SteadyTime now) {
  const auto known = known_.find(origin);
  if (known == known_.end()) return Milliseconds{0};
  std::optional<Away>& away = known->second;
  if (away && started < away->paused_at) return away->pause;
  if (!away) away = Away{.since = now};
  away->paused_at = now;
  away->pause = std::min(std::max(away->pause * 2, kFirstPause), kLongestPause);
  if (now - away->since >= std::min(kLongestAbsence, max_wait_)) {
    away->given_up = fmt::format(
        "{} has answered before, but could not be reached for {} s: the network is down, or the "
        "server",
        politeness_host(origin),
        std::chrono::duration_cast<std::chrono::seconds>(now - away->since).count());
  }
  return away->pause;
}

std::optional<SteadyTime> Absences::away_until(const std::string& origin) const {
  const auto known = known_.find(origin);
  if (known == known_.end() || !known->second) return std::nullopt;
  return known->second->paused_at + known->second->pause;
}

std::optional<SteadyTime> Absences::host_away_until(const std::string& host) const {
  std::optional<SteadyTime> last;
  for (const auto& [origin, away] : known_) {
    if (!away || politeness_host(origin) != host) continue;
    last = std::max(last.value_or(SteadyTime::min()), away->paused_at + away->pause);
  }
  return last;
}

std::string Absences::given_up(const std::string& origin) const {
  const auto known = known_.find(origin);
  return known == known_.end() || !known->second ? std::string() : known->second->given_up;
}

}  // namespace tagtrail::host
