// `tagtrail fleet`: many machines harvest one list of sites.
#include <functional>
#include <memory>

#include "cli/commands.hpp"
#include "cli/fleet_commands.hpp"
#include "cli/job_words.hpp"
#include "command_line/report_failure.hpp"
#include "fleet/queue.hpp"
#include "fleet/store_mark.hpp"
#include "fleet/tables.hpp"
#include "system/say.hpp"

namespace tagtrail::host {
namespace {

int report(const Expected<void>& done) {
  return done ? exit_code::kDone : report_failure(done.error());
}

Expected<void> init(const std::string& url, bool new_store) {
  auto connection = TRY(open_database(url));
  TRY(make_fleet_tables(connection));
  say(stdout, "the fleet is ready (tables of version {})\n", kFleetVersion);
  if (!new_store) return {};
  const std::uint64_t sites = TRY(forget_store(connection));
  say(stdout, "the first worker's store will be that of the fleet; {} lost a checkpoint\n",
      counted(sites, "site"));
  return {};
}

Expected<void> set_paused(const std::string& url, bool paused) {
  auto connection = TRY(open_fleet(url));
  TRY(FleetQueue(connection).set_paused(paused));
  say(stdout, "{}\n", paused ? "no worker takes another site" : "workers take sites");
  return {};
}

Expected<void> retry(const std::string& url, const std::string& host) {
  auto connection = TRY(open_fleet(url));
  const std::uint64_t sites = TRY(FleetQueue(connection).retry(host));
  say(stdout, "{} will be tried again\n", counted(sites, "site"));
  return {};
}

/// A command that needs the database alone.
void add_plain(CLI::App& fleet, CommandContext& context, const char* name, const char* description,
               const std::function<Expected<void>(const std::string&)>& work) {
  auto* command = fleet.add_subcommand(name, description);
  auto url = std::make_shared<std::string>();
  add_database_option(*command, *url);
  command->callback([url, work, &context] { context.exit_code = report(work(*url)); });
}

void add_init(CLI::App& fleet, CommandContext& context) {
  auto* command = fleet.add_subcommand("init", "make the tables, or bring them up to date");
  auto url = std::make_shared<std::string>();
  auto new_store = std::make_shared<bool>(false);
  add_database_option(*command, *url);
  command->add_flag("--new-store", *new_store,
                    "workers get another store, while none runs: forget the checkpoints in the one "
                    "of before");
  command->callback(
      [url, new_store, &context] { context.exit_code = report(init(*url, *new_store)); });
}

void add_retry(CLI::App& fleet, CommandContext& context) {
  auto* command =
      fleet.add_subcommand("retry", "try sites again that were set aside, or wait after a failure");
  auto url = std::make_shared<std::string>();
  auto host = std::make_shared<std::string>();
  add_database_option(*command, *url);
  command->add_option("--host", *host, "only sites of this host (without www.)");
  command->callback([url, host, &context] { context.exit_code = report(retry(*url, *host)); });
}

constexpr const char* kHelp =
    "The list of sites, who works on which, and the catalogue of all files are in a PostgreSQL\n"
    "database. Workers are started by whatever starts programs on your machines, and need nothing\n"
    "but the database in common.\n"
    "\n"
    "Example:\n"
    "  export TAGTRAIL_DB=postgres://tagtrail@db.example.org/fleet    (the password: ~/.pgpass)\n"
    "  tagtrail fleet init\n"
    "  tagtrail fleet add sites.txt --browser never\n"
    "  tagtrail fleet work --dir /data/fleet --jobs 8       on each machine\n"
    "  tagtrail fleet status\n"
    "  tagtrail fleet results --format csv -o files.csv\n"
    "  tagtrail fleet gather found --from /data/fleet       the files themselves";

}  // namespace

void add_database_option(CLI::App& command, std::string& url) {
  command
      .add_option("--db", url, "the database: postgres://USER@HOST/NAME, or what else libpq takes")
      ->envname(kDatabaseVariable);
}

Expected<postgres::Connection> open_database(const std::string& url) {
  if (url.empty()) {
    return fail(ErrorCode::invalid_argument, "no database: use --db URL, or set TAGTRAIL_DB");
  }
  return postgres::Connection::open(url);
}

Expected<postgres::Connection> open_fleet(const std::string& url) {
  auto connection = TRY(open_database(url));
  TRY(check_fleet_version(connection));
  return connection;
}

void add_fleet(CLI::App& app, CommandContext& context) {
  auto* fleet = app.add_subcommand("fleet", "harvest a list of sites on many machines");
  fleet->require_subcommand(1);
  fleet->footer(kHelp);
  add_init(*fleet, context);
  add_fleet_add(*fleet, context);
  add_fleet_remove(*fleet, context);
  add_fleet_work(*fleet, context);
  add_fleet_status(*fleet, context);
  add_fleet_results(*fleet, context);
  add_fleet_gather(*fleet, context);
  add_plain(*fleet, context, "pause", "let no worker take another site; what runs goes on",
            [](const std::string& url) { return set_paused(url, true); });
  add_plain(*fleet, context, "resume", "let workers take sites again",
            [](const std::string& url) { return set_paused(url, false); });
  add_retry(*fleet, context);
  add_fleet_tidy(*fleet, context);
}

}  // namespace tagtrail::host
