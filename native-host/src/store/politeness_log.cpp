#include "store/politeness_log.hpp"

#include <fmt/format.h>

#include <iterator>

#include "fetch/asked_by.hpp"
#include "system/times.hpp"

namespace tagtrail::host {
namespace {

using sqlite::Row;

/// Version of job.db from which on attempts have sub_requests.
constexpr std::int64_t kSubRequestsSince = 6;

Via via_named(std::string_view name) {
  for (const Via via : {Via::browser, Via::tab, Via::replica}) {
    if (name == to_string(via)) return via;
  }
  return Via::host;
}

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

void PolitenessFacts::take(PolitenessFacts more) {
  std::move(more.attempts.begin(), more.attempts.end(), std::back_inserter(attempts));
  std::move(more.robots.begin(), more.robots.end(), std::back_inserter(robots));
}

Expected<void> write_politeness(sqlite::Database& database, const PolitenessFacts& facts) {
  for (const Attempt& attempt : facts.attempts) {
    TRY(database.run(
        "INSERT INTO attempt(host, url, method, via, purpose, asked_us, started_us, ended_us,"
        " delay_ms, status, error, retry_after_ms, pause_ms, hops, sub_requests)"
        " VALUES(?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, nullif(?, -1), ?, ?, ?)",
        attempt.host, attempt.url, asked_by(attempt.url, attempt.method), to_string(attempt.via),
        attempt.robots ? "robots" : "resource", attempt.asked_us, attempt.started_us,
        attempt.ended_us, attempt.delay_ms, attempt.status, attempt.error, attempt.retry_after_ms,
        attempt.pause_ms, attempt.hops, attempt.sub_requests));
  }
  for (const RobotsFacts& robots : facts.robots) {
    TRY(database.run(
        "INSERT INTO robots(at, origin, status, error, rules, crawl_delay_ms, used_delay_ms, kept)"
        " VALUES(?, ?, ?, ?, ?, nullif(?, -1), ?, ?)",
        utc_now(), robots.origin, robots.status, robots.error, robots.rules, robots.crawl_delay_ms,
        robots.used_delay_ms, robots.kept));
    const std::string note = note_of(robots);
    if (!note.empty()) TRY(add_event(database, "robots", note));
  }
  return {};
}

Expected<void> each_attempt(sqlite::Database& database, std::int64_t version,
                            const std::function<Expected<void>(const Attempt&)>& take) {
  const auto read = [&](const Row& row) {
    Attempt attempt;
    std::string via;
    row.into(attempt.host, attempt.url, attempt.asked_us, attempt.started_us, attempt.ended_us,
             attempt.delay_ms, attempt.status, attempt.error, attempt.retry_after_ms,
             attempt.pause_ms, attempt.hops, attempt.robots, via, attempt.sub_requests);
    attempt.via = via_named(via);
    attempt.method = row.text(14) == to_string(Method::head) ? Method::head : Method::get;
    return take(attempt);
  };
  if (version < kSubRequestsSince) {
    return database.each(
        "SELECT host, url, asked_us, started_us, ended_us, delay_ms, status, error, retry_after_ms,"
        " pause_ms, hops, purpose = 'robots', via, 0, method FROM attempt"
        " ORDER BY host, started_us, id",
        read);
  }
  return database.each(
      "SELECT host, url, asked_us, started_us, ended_us, delay_ms, status, error, retry_after_ms,"
      " pause_ms, hops, purpose = 'robots', via, sub_requests, method FROM attempt"
      " ORDER BY host, started_us, id",
      read);
}

Expected<void> each_robots(sqlite::Database& database,
                           const std::function<Expected<void>(const RobotsRow&)>& take) {
  return database.each(
      "SELECT at, origin, status, error, rules, crawl_delay_ms, used_delay_ms, kept FROM robots"
      " WHERE id IN (SELECT max(id) FROM robots GROUP BY origin) ORDER BY origin",
      [&](const Row& row) {
        RobotsRow robots;
        RobotsFacts& facts = robots.facts;
        row.into(robots.at, facts.origin, facts.status, facts.error, facts.rules,
                 facts.crawl_delay_ms, facts.used_delay_ms, facts.kept);
        return take(robots);
      });
}

Expected<void> add_event(sqlite::Database& database, std::string_view kind, std::string_view text) {
  return database.run("INSERT INTO event(at, kind, text) VALUES(?, ?, ?)", utc_now(), kind, text);
}

}  // namespace tagtrail::host
