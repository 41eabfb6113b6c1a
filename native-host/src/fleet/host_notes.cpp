#include "fleet/host_notes.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace tagtrail::host {
namespace {

/// Rows of one statement.
constexpr std::size_t kAtOnce = 200;

}  // namespace

Expected<void> HostNotes::rest(const std::map<std::string, std::chrono::milliseconds>& rests) {
  for (auto at = rests.begin(); at != rests.end();) {
    std::vector<postgres::Value> values;
    std::size_t rows = 0;
    for (; at != rests.end() && rows < kAtOnce; ++at, ++rows) {
      values.insert(values.end(), {postgres::stored_text(at->first), at->second.count()});
    }
    const std::string sql = fmt::format(
        "INSERT INTO tagtrail_host (host, not_before_at)"
        " SELECT host, now() + ms::bigint * interval '1 millisecond'"
        " FROM (VALUES {}) AS told (host, ms)"
        " ON CONFLICT (host) DO UPDATE SET not_before_at = excluded.not_before_at"
        " WHERE tagtrail_host.not_before_at < excluded.not_before_at",
        postgres::places(rows, 2));
    TRY(postgres::again_while_busy([&] { return connection_.run(sql.c_str(), values); }));
  }
  return {};
}

Expected<std::vector<RobotsText>> HostNotes::robots_of(const std::string& host,
                                                       std::int64_t now_ms) {
  const auto rows = TRY(connection_.run(
      "SELECT origin, status, text, (extract(epoch FROM now() - fetched_at) * 1000)::bigint"
      " FROM tagtrail_robots WHERE host = $1 AND fetched_at > now() - interval '1 day'"
      " AND fetched_at <= now() ORDER BY fetched_at DESC LIMIT $2::int",
      {host, kMostRobotsTexts}));
  std::vector<RobotsText> texts;
  for (int row = 0; row < rows.rows(); ++row) {
    texts.push_back({rows.string(row, 0), static_cast<int>(rows.integer(row, 1)),
                     rows.string(row, 2), now_ms - rows.integer(row, 3)});
  }
  return texts;
}

Expected<void> HostNotes::keep_robots(const std::string& host, const std::vector<RobotsText>& texts,
                                      std::int64_t now_ms) {
  constexpr std::size_t kColumns = 5;
  if (texts.empty()) return {};
  std::vector<postgres::Value> values;
  for (const RobotsText& one : texts) {
    values.insert(values.end(), {host, postgres::stored_text(one.origin), one.status,
                                 postgres::stored_text(one.text),
                                 std::max<std::int64_t>(now_ms - one.read_ms, 0)});
  }
  const std::string sql = fmt::format(
      "INSERT INTO tagtrail_robots (host, origin, status, text, fetched_at)"
      " SELECT host, origin, status::int, text, now() - age::bigint * interval '1 millisecond'"
      " FROM (VALUES {}) AS told (host, origin, status, text, age)"
      " ON CONFLICT (host, origin) DO UPDATE SET status = excluded.status, text = excluded.text,"
      " fetched_at = excluded.fetched_at"
      " WHERE tagtrail_robots.fetched_at < excluded.fetched_at",
      postgres::places(texts.size(), kColumns));
  TRY(postgres::again_while_busy([&] { return connection_.run(sql.c_str(), values); }));
  return {};
}

Expected<void> HostNotes::forget_robots() {
  TRY(connection_.run("DELETE FROM tagtrail_robots WHERE fetched_at < now() - interval '1 day'"));
  return {};
}

}  // namespace tagtrail::host
