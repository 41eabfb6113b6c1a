#include "export/manners.hpp"

#include <algorithm>

#include "tagtrail/http_status.hpp"

namespace tagtrail::host {
namespace {

/// Statuses that ask for patience: these, and any answer that a pause was made for.
bool refuses(const Attempt& attempt) {
  return asks_for_patience(attempt.status) || attempt.pause_ms > 0;
}

bool is_of(std::string_view origin, std::string_view host) {
  return origin == "http://" + std::string(host) || origin == "https://" + std::string(host);
}

}  // namespace

bool was_sent(const Attempt& attempt) {
  return attempt.error != to_string(FetchError::refused_address);
}

void MannersCount::take(const Attempt& attempt) {
  if (!was_sent(attempt)) return;
  HostManners& host = host_;
  if (host.requests++ == 0) {
    host.host = attempt.host;
    host.first_us = attempt.started_us;
    host.least_delay_ms = attempt.delay_ms;
  }
  host.last_us = std::max(host.last_us, attempt.ended_us);
  host.least_delay_ms = std::min(host.least_delay_ms, attempt.delay_ms);
  host.most_delay_ms = std::max(host.most_delay_ms, attempt.delay_ms);
  ++host.via[std::string(to_string(attempt.via))];
  if (attempt.robots) ++host.robots;
  if (attempt.status == 0) ++host.unanswered;
  host.hops += attempt.hops;
  host.sub_requests += attempt.sub_requests;
  if (refuses(attempt)) {
    ++host.refusals[attempt.status];
    if (attempt.retry_after_ms) ++host.retry_afters;
    host.longest_pause_ms = std::max(host.longest_pause_ms, attempt.pause_ms);
  }
  count_gap(attempt);
}

void MannersCount::count_gap(const Attempt& attempt) {
  const std::int64_t start = attempt.started_us;
  const auto ended = std::partition(open_.begin(), open_.end(),
                                    [&](const Open& open) { return open.ended_us > start; });
  for (auto at = ended; at != open_.end(); ++at) {
    last_end_us_ = std::max(last_end_us_.value_or(at->ended_us), at->ended_us);
    free_from_us_ = std::max(free_from_us_, at->free_from_us);
  }
  open_.erase(ended, open_.end());
  if (start < free_from_us_) ++host_.broken_pauses;
  if (!open_.empty()) {
    // Side by side: no gap at all, which only a delay of 0 permits.
    ++host_.gaps;
    gaps_us_.push_back(0);
    if (attempt.delay_ms > 0) ++host_.short_gaps;
  } else if (last_end_us_) {
    const std::int64_t gap = start - *last_end_us_;
    ++host_.gaps;
    gaps_us_.push_back(gap);
    if (gap < attempt.delay_ms * 1000) ++host_.short_gaps;
  }
  open_.push_back({attempt.ended_us, attempt.ended_us + attempt.pause_ms * 1000});
  host_.most_at_once = std::max<std::uint64_t>(host_.most_at_once, open_.size());
}

HostManners MannersCount::finish() {
  if (!gaps_us_.empty()) {
    host_.smallest_gap_us = *std::min_element(gaps_us_.begin(), gaps_us_.end());
    const auto middle = gaps_us_.begin() + static_cast<std::ptrdiff_t>(gaps_us_.size() / 2);
    std::nth_element(gaps_us_.begin(), middle, gaps_us_.end());
    host_.median_gap_us = *middle;
  }
  return std::move(host_);
}

bool Manners::polite() const {
  return std::all_of(hosts.begin(), hosts.end(),
                     [](const HostManners& host) { return host.polite(); });
}

Expected<Manners> read_manners(const JobReader& job) {
  Manners manners;
  const auto stored = TRY(job.get(kMannersFacts));
  if (stored) manners.facts = TRY(manners_from_json(*stored));
  std::optional<MannersCount> count;
  std::string host;
  const auto finish = [&] {
    if (!count) return;
    auto counted = count->finish();
    if (counted.requests > 0) manners.hosts.push_back(std::move(counted));
  };
  TRY(job.each_attempt([&](const Attempt& attempt) -> Expected<void> {
    if (!count || attempt.host != host) {
      finish();
      count.emplace();
      host = attempt.host;
    }
    count->take(attempt);
    return {};
  }));
  finish();
  TRY(job.each_robots([&](const RobotsRow& row) -> Expected<void> {
    for (HostManners& known : manners.hosts) {
      if (is_of(row.facts.origin, known.host)) known.robots_txt.push_back(row);
    }
    return {};
  }));
  return manners;
}

}  // namespace tagtrail::host
