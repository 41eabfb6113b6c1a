#include "fleet/tables.hpp"

#include <fmt/format.h>

#include <array>
#include <span>

namespace tagtrail::host {
namespace {

// Ids come from what they name (fleet/site_id.hpp), not from a sequence: adding twice is adding
// once, and distributed databases have no place where all inserts meet.
constexpr std::array kFirst{
    "CREATE TABLE IF NOT EXISTS tagtrail_fleet ("
    " one INT PRIMARY KEY CHECK (one = 1),"
    " version INT NOT NULL,"
    " oldest INT NOT NULL,"
    " paused BOOLEAN NOT NULL,"
    " made_at TIMESTAMPTZ NOT NULL)",

    "CREATE TABLE IF NOT EXISTS tagtrail_site ("
    " id TEXT PRIMARY KEY,"
    " url TEXT NOT NULL,"
    " options TEXT NOT NULL,"
    " host TEXT NOT NULL,"
    " state TEXT NOT NULL CHECK (state IN ('waiting', 'held', 'done', 'limit', 'aside')),"
    " added_at TIMESTAMPTZ NOT NULL,"
    " due_at TIMESTAMPTZ NOT NULL,"
    " fence BIGINT NOT NULL,"
    " worker TEXT,"
    " worker_before TEXT,"
    " held_at TIMESTAMPTZ,"
    " until_at TIMESTAMPTZ,"
    " ended_at TIMESTAMPTZ,"
    " tries INT NOT NULL,"
    " losses INT NOT NULL,"
    " exit_code INT,"
    " cause TEXT,"
    " reason TEXT,"
    " files BIGINT NOT NULL,"
    " requests BIGINT NOT NULL,"
    " bytes BIGINT NOT NULL,"
    " seconds DOUBLE PRECISION NOT NULL,"
    " checkpoint TEXT)",
    // No two sites of a host are ever held: whatever the statements say, the database refuses it.
    "CREATE UNIQUE INDEX IF NOT EXISTS tagtrail_site_one_a_host ON tagtrail_site (host)"
    " WHERE state = 'held'",
    "CREATE INDEX IF NOT EXISTS tagtrail_site_due ON tagtrail_site (due_at, id)"
    " WHERE state = 'waiting'",
    "CREATE INDEX IF NOT EXISTS tagtrail_site_lapsing ON tagtrail_site (until_at)"
    " WHERE state = 'held'",

    "CREATE TABLE IF NOT EXISTS tagtrail_host ("
    " host TEXT PRIMARY KEY,"
    " not_before_at TIMESTAMPTZ NOT NULL)",

    "CREATE TABLE IF NOT EXISTS tagtrail_worker ("
    " id TEXT PRIMARY KEY,"
    " machine TEXT NOT NULL,"
    " folder TEXT NOT NULL,"
    " program TEXT NOT NULL,"
    " jobs INT NOT NULL,"
    " running INT NOT NULL,"
    " started_at TIMESTAMPTZ NOT NULL,"
    " seen_at TIMESTAMPTZ NOT NULL,"
    " left_at TIMESTAMPTZ)",

    "CREATE TABLE IF NOT EXISTS tagtrail_file ("
    " site TEXT NOT NULL,"
    " fence BIGINT NOT NULL,"
    " n BIGINT NOT NULL,"
    " host TEXT NOT NULL,"
    " mime TEXT NOT NULL,"
    " extension TEXT NOT NULL,"
    " fetched_at TEXT NOT NULL,"
    " facts TEXT NOT NULL,"
    " PRIMARY KEY (site, fence, n))",

    "INSERT INTO tagtrail_fleet (one, version, oldest, paused, made_at)"
    " VALUES (1, 1, 1, FALSE, now()) ON CONFLICT (one) DO NOTHING",
};

// What version 2 adds. Programs of version 1 go on beside it: columns that they don't know have no
// value in their rows, and mean then what they did before.
constexpr std::array kSecond{
    // How `host`, which no two sites that are held share, was chosen (fleet/site_adding.hpp).
    "ALTER TABLE tagtrail_site ADD COLUMN IF NOT EXISTS site_host TEXT",
    "ALTER TABLE tagtrail_site ADD COLUMN IF NOT EXISTS domain TEXT",
    "ALTER TABLE tagtrail_site ADD COLUMN IF NOT EXISTS wide BOOLEAN",
    "CREATE INDEX IF NOT EXISTS tagtrail_site_domain ON tagtrail_site (domain)"
    " WHERE domain IS NOT NULL",

    // Sites that come due again.
    "ALTER TABLE tagtrail_site ADD COLUMN IF NOT EXISTS every_ms BIGINT",
    "ALTER TABLE tagtrail_site ADD COLUMN IF NOT EXISTS interval_ms BIGINT",
    "ALTER TABLE tagtrail_site ADD COLUMN IF NOT EXISTS next_at TIMESTAMPTZ",
    "CREATE INDEX IF NOT EXISTS tagtrail_site_next ON tagtrail_site (next_at)"
    " WHERE next_at IS NOT NULL",

    // The rows of the catalogue that count while the site is harvested again, and whose they are.
    "ALTER TABLE tagtrail_site ADD COLUMN IF NOT EXISTS catalogued BIGINT",
    "ALTER TABLE tagtrail_site ADD COLUMN IF NOT EXISTS catalogued_by TEXT",

    // What a worker has done since it started, and in a second of the last minute.
    "ALTER TABLE tagtrail_worker ADD COLUMN IF NOT EXISTS requests BIGINT",
    "ALTER TABLE tagtrail_worker ADD COLUMN IF NOT EXISTS files BIGINT",
    "ALTER TABLE tagtrail_worker ADD COLUMN IF NOT EXISTS bytes BIGINT",
    "ALTER TABLE tagtrail_worker ADD COLUMN IF NOT EXISTS request_rate DOUBLE PRECISION",
    "ALTER TABLE tagtrail_worker ADD COLUMN IF NOT EXISTS file_rate DOUBLE PRECISION",
    "ALTER TABLE tagtrail_worker ADD COLUMN IF NOT EXISTS byte_rate DOUBLE PRECISION",

    // robots.txt as it was last read for sites of a host.
    "CREATE TABLE IF NOT EXISTS tagtrail_robots ("
    " host TEXT NOT NULL,"
    " origin TEXT NOT NULL,"
    " status INT NOT NULL,"
    " text TEXT NOT NULL,"
    " fetched_at TIMESTAMPTZ NOT NULL,"
    " PRIMARY KEY (host, origin))",
    "CREATE INDEX IF NOT EXISTS tagtrail_robots_age ON tagtrail_robots (fetched_at)",

    "UPDATE tagtrail_fleet SET version = 2 WHERE one = 1 AND version < 2",
};

constexpr std::array kThird{
    // What tells the fleet's store from an empty folder (fleet/store_mark.hpp).
    "ALTER TABLE tagtrail_fleet ADD COLUMN IF NOT EXISTS store_mark TEXT",
    // The most requests of a site that any of its holders has told of.
    "ALTER TABLE tagtrail_site ADD COLUMN IF NOT EXISTS progress BIGINT",

    "UPDATE tagtrail_fleet SET version = 3 WHERE one = 1 AND version < 3",
};

constexpr std::array kFourth{
    // Hosts that harvests ask besides their sites' own (fleet/claim_table.hpp).
    "CREATE TABLE IF NOT EXISTS tagtrail_claim ("
    " host TEXT PRIMARY KEY,"
    " site TEXT NOT NULL,"
    " fence BIGINT NOT NULL,"
    " since_at TIMESTAMPTZ NOT NULL)",
    "CREATE INDEX IF NOT EXISTS tagtrail_site_held_domain ON tagtrail_site (domain)"
    " WHERE state = 'held'",
    // How often in a row a harvest was put down because others asked the hosts that it lacked.
    "ALTER TABLE tagtrail_site ADD COLUMN IF NOT EXISTS put_downs INT",

    "UPDATE tagtrail_fleet SET version = 4 WHERE one = 1 AND version < 4",
};

constexpr std::array kFifth{
    // How complete the site is, what it lacks, and of which fence that is (fleet/site_ending.hpp).
    "ALTER TABLE tagtrail_site ADD COLUMN IF NOT EXISTS ending TEXT",
    "ALTER TABLE tagtrail_site ADD COLUMN IF NOT EXISTS ending_fence BIGINT",
    "ALTER TABLE tagtrail_site ADD COLUMN IF NOT EXISTS ending_facts TEXT",

    "UPDATE tagtrail_fleet SET version = 5 WHERE one = 1 AND version < 5",
};

constexpr std::array<std::span<const char* const>, kFleetVersion> kSteps{kFirst, kSecond, kThird,
                                                                         kFourth, kFifth};

struct Versions {
  int version = 0;
  int oldest = 0;
};

Expected<Versions> read_versions(postgres::Connection& connection) {
  const auto row = TRY(connection.run("SELECT version, oldest FROM tagtrail_fleet WHERE one = 1"));
  if (row.rows() == 0) {
    return fail(ErrorCode::not_found, "this database has no fleet yet: tagtrail fleet init");
  }
  return Versions{static_cast<int>(row.integer(0, 0)), static_cast<int>(row.integer(0, 1))};
}

Expected<void> refuse_newer(const Versions& found) {
  if (found.oldest <= kFleetVersion) return {};
  return fail(
      ErrorCode::wrong_version,
      fmt::format("the fleet has tables of version {}, which need a newer Tagtrail than this "
                  "one (it knows {})",
                  found.version, kFleetVersion));
}

}  // namespace

Expected<void> make_fleet_tables(postgres::Connection& connection) {
  const auto found = read_versions(connection);
  if (!found && found.error().code != ErrorCode::not_found) return tl::unexpected(found.error());
  if (found) TRY(refuse_newer(*found));
  const int known = found ? found->version : 0;
  for (int at = known; at < kFleetVersion; ++at) {
    for (const char* sql : kSteps.at(static_cast<std::size_t>(at))) {
      TRY(postgres::again_while_busy([&] { return connection.run(sql); }));
    }
  }
  return {};
}

Expected<void> check_fleet_version(postgres::Connection& connection) {
  const Versions found = TRY(read_versions(connection));
  if (found.version < kFleetVersion) {
    return fail(
        ErrorCode::wrong_version,
        fmt::format("the fleet has tables of version {}, this Tagtrail works with {}: tagtrail "
                    "fleet init adds what they lack",
                    found.version, kFleetVersion));
  }
  return refuse_newer(found);
}

}  // namespace tagtrail::host
