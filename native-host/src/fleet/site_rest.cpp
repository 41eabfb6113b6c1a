#include "fleet/site_rest.hpp"

#include <algorithm>

#include "batch/site_folders.hpp"
#include "fetch/public_suffix.hpp"
#include "store/read_job.hpp"

namespace tagtrail::host {
namespace {

using std::chrono::milliseconds;

constexpr std::int64_t kUsPerMs = 1000;

class RestList {
 public:
  RestList(std::int64_t now_ms, milliseconds least) : now_ms_(now_ms), least_(least) {}

  /// What robots.txt asks for binds from its own answer on, which was asked for without.
  void slow_down(std::string_view origin, std::int64_t delay_ms) {
    if (delay_ms > 0) delays_[host_of_site(origin)] = delay_ms;
  }
  /// `ended_us`, `pause_ms`, `delay_ms`: as in Attempt.
  void add(std::string_view url, std::int64_t ended_us, std::int64_t pause_ms,
           std::int64_t delay_ms) {
    const std::string host = host_of_site(url);
    const auto slow = delays_.find(host);
    if (slow != delays_.end()) delay_ms = std::max(delay_ms, slow->second);
    // Where the job went on after another machine, whose clock may be ahead, its last request was
    // not later than now.
    const std::int64_t asked_ms = std::min(ended_us / kUsPerMs, now_ms_);
    const milliseconds rest(asked_ms + std::max(pause_ms, delay_ms) - now_ms_);
    if (rest <= least_) return;
    note(host, rest);
    if (const std::string domain = registrable_domain(host); !domain.empty()) note(domain, rest);
  }
  Rests take() { return std::move(rests_); }

 private:
  void note(const std::string& host, milliseconds rest) {
    if (rests_.size() >= kMostRests && !rests_.contains(host)) return;
    auto& known = rests_[host];
    known = std::max(known, rest);
  }

  std::int64_t now_ms_;
  milliseconds least_;
  std::map<std::string, std::int64_t> delays_;  ///< milliseconds, by host
  Rests rests_;
};

}  // namespace

Expected<Rests> rests_after(const JobReader& job, std::int64_t now_ms) {
  RestList rests(now_ms, milliseconds(0));
  TRY(job.each_robots([&](const RobotsRow& robots) -> Expected<void> {
    rests.slow_down(robots.facts.origin + "/", robots.facts.used_delay_ms);
    return {};
  }));
  TRY(job.each_attempt([&](const Attempt& attempt) -> Expected<void> {
    rests.add(attempt.url, attempt.ended_us, attempt.pause_ms, attempt.delay_ms);
    return {};
  }));
  return rests.take();
}

Rests RestWatch::look(const std::filesystem::path& job, std::int64_t now_ms) {
  RestList rests(now_ms, kWorthTelling);
  auto database = open_to_read(job);
  if (!database) return {};
  (void)database->each(
      "SELECT origin || '/', used_delay_ms FROM robots WHERE used_delay_ms > 0"
      " ORDER BY id",
      [&](const sqlite::Row& row) { rests.slow_down(row.text(0), row.integer(1)); });
  std::int64_t last = last_;
  const auto read = database->each(
      "SELECT id, url, ended_us, pause_ms, delay_ms FROM attempt WHERE id > ? ORDER BY id",
      [&](const sqlite::Row& row) -> Expected<void> {
        last = row.integer(0);
        rests.add(row.text(1), row.integer(2), row.integer(3), row.integer(4));
        return {};
      },
      last_);
  if (!read) return {};
  last_ = last;
  return rests.take();
}

}  // namespace tagtrail::host
