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

  /// `ended_us`, `pause_ms`, `delay_ms`: as in Attempt.
  void add(std::string_view url, std::int64_t ended_us, std::int64_t pause_ms,
           std::int64_t delay_ms) {
    const milliseconds rest(ended_us / kUsPerMs + std::max(pause_ms, delay_ms) - now_ms_);
    if (rest <= least_) return;
    const std::string host = host_of_site(url);
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
  Rests rests_;
};

}  // namespace

Expected<Rests> rests_after(const JobReader& job, std::int64_t now_ms) {
  RestList rests(now_ms, milliseconds(0));
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
  const auto read = database->each(
      "SELECT id, url, ended_us, pause_ms, delay_ms FROM attempt WHERE id > ? ORDER BY id",
      [&](const sqlite::Row& row) -> Expected<void> {
        last_ = row.integer(0);
        rests.add(row.text(1), row.integer(2), row.integer(3), row.integer(4));
        return {};
      },
      last_);
  return read ? rests.take() : Rests{};
}

}  // namespace tagtrail::host
