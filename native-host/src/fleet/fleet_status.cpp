#include "fleet/fleet_status.hpp"

namespace tagtrail::host {
namespace {

/// Seconds. A worker of the longest usual lease tells how it gets on more often.
constexpr double kHeardOfLately = 120;

std::uint64_t count_at(const postgres::Result& rows, int row, int column) {
  return static_cast<std::uint64_t>(rows.integer(row, column));
}

Expected<void> read_states(postgres::Connection& connection, FleetStatus& status) {
  const auto rows = TRY(connection.run(
      "SELECT state, count(*), sum(files), sum(requests), sum(bytes) FROM tagtrail_site"
      " GROUP BY state ORDER BY state"));
  for (int row = 0; row < rows.rows(); ++row) {
    status.states.push_back({rows.string(row, 0), count_at(rows, row, 1), count_at(rows, row, 2),
                             count_at(rows, row, 3), count_at(rows, row, 4)});
  }
  const auto hour = TRY(connection.run(
      "SELECT count(*), sum(files), sum(requests), sum(bytes),"
      " extract(epoch FROM now() - greatest(min(held_at), now() - interval '1 hour'))"
      " FROM tagtrail_site"
      " WHERE state IN ('done', 'limit') AND ended_at > now() - interval '1 hour'"));
  status.last_hour = {"ended", count_at(hour, 0, 0), count_at(hour, 0, 1), count_at(hour, 0, 2),
                      count_at(hour, 0, 3)};
  std::uint64_t open = 0;
  for (const SitesOfState& some : status.states) {
    if (some.state == "waiting" || some.state == "held") open += some.sites;
  }
  if (status.last_hour.sites > 0) {
    status.remaining_seconds =
        static_cast<double>(open) * hour.real(0, 4) / static_cast<double>(status.last_hour.sites);
  }
  return {};
}

Expected<void> read_schedule(postgres::Connection& connection, FleetStatus& status) {
  const auto row = TRY(connection.run(
      "SELECT (SELECT count(*) FROM tagtrail_site WHERE every_ms IS NOT NULL),"
      " count(CASE WHEN next_at <= now() THEN 1 END),"
      " extract(epoch FROM min(CASE WHEN next_at > now() THEN next_at END) - now())"
      " FROM tagtrail_site WHERE next_at IS NOT NULL AND state IN ('done', 'limit')"));
  status.scheduled = {count_at(row, 0, 0), count_at(row, 0, 1)};
  if (!row.is_null(0, 2)) status.scheduled.next_seconds = row.real(0, 2);
  return {};
}

Expected<void> read_causes(postgres::Connection& connection, FleetStatus& status) {
  const auto rows = TRY(connection.run(
      "SELECT state, cause, count(*), min(url),"
      " (SELECT e.reason FROM tagtrail_site e WHERE e.url = min(s.url) AND e.state = s.state"
      "  AND e.cause = s.cause ORDER BY e.id LIMIT 1)"
      " FROM tagtrail_site s WHERE state IN ('waiting', 'aside') AND cause <> ''"
      " GROUP BY state, cause ORDER BY state, cause"));
  for (int row = 0; row < rows.rows(); ++row) {
    status.causes.push_back({rows.string(row, 0), rows.string(row, 1), count_at(rows, row, 2),
                             rows.string(row, 3), rows.string(row, 4)});
  }
  return {};
}

Expected<void> read_workers(postgres::Connection& connection, FleetStatus& status) {
  const auto rows = TRY(connection.run(
      "SELECT id, machine, folder, program, jobs, running,"
      " extract(epoch FROM now() - seen_at), left_at IS NOT NULL, requests, files, bytes,"
      " request_rate, file_rate, byte_rate FROM tagtrail_worker"
      " WHERE seen_at > now() - interval '1 day' ORDER BY seen_at DESC, id"));
  for (int row = 0; row < rows.rows(); ++row) {
    SeenWorker& worker = status.workers.emplace_back();
    worker = {rows.string(row, 0),    rows.string(row, 1),    rows.string(row, 2),
              rows.string(row, 3),    count_at(rows, row, 4), count_at(rows, row, 5),
              count_at(rows, row, 8), count_at(rows, row, 9), count_at(rows, row, 10),
              rows.real(row, 11),     rows.real(row, 12),     rows.real(row, 13),
              rows.real(row, 6),      rows.yes(row, 7)};
    if (worker.left || worker.seen_seconds_ago > kHeardOfLately) continue;
    status.rates.requests += worker.request_rate;
    status.rates.files += worker.file_rate;
    status.rates.bytes += worker.byte_rate;
  }
  return {};
}

}  // namespace

Expected<FleetStatus> read_fleet_status(postgres::Connection& connection) {
  FleetStatus status;
  const auto paused = TRY(connection.run("SELECT paused FROM tagtrail_fleet WHERE one = 1"));
  status.paused = paused.rows() > 0 && paused.yes(0, 0);
  TRY(read_states(connection, status));
  TRY(read_schedule(connection, status));
  TRY(read_causes(connection, status));
  TRY(read_workers(connection, status));
  status.account = TRY(read_fleet_account(connection, {}));
  status.incomplete = TRY(incomplete_sites(connection, kMostIncompleteNamed));
  return status;
}

}  // namespace tagtrail::host
