// The tables of a fleet, and how they become those of this version.
//
// They and all statements are plain SQL that PostgreSQL, CockroachDB, YugabyteDB and Citus take
// alike. What is left out, and why, is in docs/fleet.md.
#pragma once

#include "fleet/postgres.hpp"
#include "tagtrail/error.hpp"

namespace tagtrail::host {

/// Version of the tables. Programs of an earlier one work with later ones as long as the tables say
/// so (`oldest`): what is added must not change what was there.
inline constexpr int kFleetVersion = 5;

/// Makes the tables, or adds what those of an earlier version lack. Each step may be done twice, by
/// two at once too, because not all these systems undo a half-done change of tables. Errors:
/// wrong_version (made by a newer program that says this one can't use them), those of
/// Connection::run().
Expected<void> make_fleet_tables(postgres::Connection& connection);

/// Errors: not_found (no fleet there), wrong_version, those of Connection::run().
Expected<void> check_fleet_version(postgres::Connection& connection);

}  // namespace tagtrail::host
