// The commands of `tagtrail fleet`, and what all of them need.
#pragma once

#include <string>

#include "command_line/program.hpp"
#include "fleet/postgres.hpp"
#include "tagtrail/error.hpp"

namespace tagtrail::host {

void add_fleet_add(CLI::App& fleet, CommandContext& context);
void add_fleet_remove(CLI::App& fleet, CommandContext& context);
void add_fleet_work(CLI::App& fleet, CommandContext& context);
void add_fleet_status(CLI::App& fleet, CommandContext& context);
void add_fleet_results(CLI::App& fleet, CommandContext& context);
void add_fleet_gather(CLI::App& fleet, CommandContext& context);
void add_fleet_tidy(CLI::App& fleet, CommandContext& context);

/// Has the database where `--db` does not: others can read command lines.
inline constexpr const char* kDatabaseVariable = "TAGTRAIL_DB";

/// `--db`, or kDatabaseVariable.
void add_database_option(CLI::App& command, std::string& url);

/// Errors: those of Connection::open() and check_fleet_version(); invalid_argument without an
/// address.
Expected<postgres::Connection> open_fleet(const std::string& url);

/// Without a look at the tables. Errors: as above.
Expected<postgres::Connection> open_database(const std::string& url);

}  // namespace tagtrail::host
