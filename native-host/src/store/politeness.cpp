// What a job's manners are proved with: the tables attempt and robots.
#include <fmt/format.h>

#include "store/sqlite_job_store.hpp"

namespace tagtrail::host {
namespace {

constexpr std::string_view kAddAttempt =
    "INSERT INTO attempt(host, url, method, via, purpose, asked_us, started_us, ended_us, delay_ms,"
    " status, error, retry_after_ms, pause_ms, hops,"
    " sub_requests)"
    " VALUES(?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, nullif(?, -1), ?, ?, ?)";
constexpr std::string_view kAddRobots =
    "INSERT INTO robots(at, origin, status, error, rules, crawl_delay_ms, used_delay_ms, kept)"
    " VALUES(?, ?, ?, ?, ?, nullif(?, -1), ?, ?)";

/// Empty where nothing is to be said of it.
std::string note_of(const RobotsFacts& facts) {
  const std::int64_t asked = facts.crawl_delay_ms.value_or(0);
  if (asked > facts.used_delay_ms) {
    return fmt::format("{}: Crawl-delay of {} s cut to {} s (--max-crawl-delay)", facts.origin,
                       static_cast<double>(asked) / 1000,
                       static_cast<double>(facts.used_delay_ms) / 1000);
  }
  if (facts.error == to_string(FetchError::none)) return {};
  return fmt::format("{}: robots.txt can't be read ({}), {}", facts.origin,
                     facts.status == 0 ? facts.error : fmt::format("HTTP {}", facts.status),
                     facts.kept ? "the rules known before hold" : "so nothing is requested there");
}

}  // namespace

/// Inside the transaction of a commit.
Expected<void> SqliteJobStore::write_politeness() {
  for (const Attempt& attempt : attempts_) {
    TRY(database_.run(kAddAttempt, attempt.host, attempt.url, to_string(attempt.method),
                      to_string(attempt.via), attempt.robots ? "robots" : "resource",
                      attempt.asked_us, attempt.started_us, attempt.ended_us, attempt.delay_ms,
                      attempt.status, attempt.error, attempt.retry_after_ms.value_or(-1),
                      attempt.pause_ms, attempt.hops, attempt.sub_requests));
  }
  for (const RobotsFacts& facts : robots_) {
    auto written =
        database_.run(kAddRobots, utc_now(), facts.origin, facts.status, facts.error, facts.rules,
                      facts.crawl_delay_ms.value_or(-1), facts.used_delay_ms, facts.kept ? 1 : 0);
    if (!written) return written;
    const std::string note = note_of(facts);
    if (!note.empty()) written = add_event("robots", note);
    if (!written) return written;
  }
  return {};
}

}  // namespace tagtrail::host
