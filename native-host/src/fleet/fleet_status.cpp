#include "fleet/fleet_status.hpp"

namespace tagtrail::host {
namespace {

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
  const auto hour = TRY(
      connection.run("SELECT count(*), sum(files), sum(requests), sum(bytes) FROM tagtrail_site"
                     " WHERE state IN ('done', 'limit') AND ended_at > now() - interval '1 hour'"));
  status.last_hour = {"ended", count_at(hour, 0, 0), count_at(hour, 0, 1), count_at(hour, 0, 2),
                      count_at(hour, 0, 3)};
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
      " extract(epoch FROM now() - seen_at), left_at IS NOT NULL FROM tagtrail_worker"
      " WHERE seen_at > now() - interval '1 day' ORDER BY seen_at DESC, id"));
  for (int row = 0; row < rows.rows(); ++row) {
    status.workers.push_back({rows.string(row, 0), rows.string(row, 1), rows.string(row, 2),
                              rows.string(row, 3), count_at(rows, row, 4), count_at(rows, row, 5),
                              rows.real(row, 6), rows.yes(row, 7)});
  }
  return {};
}

}  // namespace

Expected<FleetStatus> read_fleet_status(postgres::Connection& connection) {
  FleetStatus status;
  const auto paused = TRY(connection.run("SELECT paused FROM tagtrail_fleet WHERE one = 1"));
  status.paused = paused.rows() > 0 && paused.yes(0, 0);
  TRY(read_states(connection, status));
  TRY(read_causes(connection, status));
  TRY(read_workers(connection, status));
  return status;
}

}  // namespace tagtrail::host
