// `tagtrail fleet add`: puts sites into the list of a fleet.
#include <fmt/format.h>

#include <memory>

#include "cli/fleet_commands.hpp"
#include "cli/fleet_list.hpp"
#include "cli/job_words.hpp"
#include "cli/list_progress.hpp"
#include "command_line/report_failure.hpp"
#include "fleet/site_adding.hpp"
#include "options/amounts.hpp"
#include "system/say.hpp"

namespace tagtrail::host {
namespace {

struct AddArguments {
  std::string url;
  FleetList list{"-", {}};
  std::string every;
  bool no_resolve = false;
};

Expected<void> refuse_logins(const std::vector<BatchSite>& sites) {
  for (const BatchSite& site : sites) {
    if (!site.login.empty()) {
      return fail(ErrorCode::invalid_argument,
                  site.url + ": the login of a site is not for the database; harvest it alone");
    }
  }
  return {};
}

Expected<AddRules> rules_of(const AddArguments& arguments) {
  constexpr std::uint64_t kMostDays = 3650;
  constexpr std::uint64_t kMsPerDay = 86'400'000;
  AddRules rules;
  rules.resolve = !arguments.no_resolve;
  if (arguments.every.empty()) return rules;
  if (arguments.every == "never") {
    rules.every = std::chrono::milliseconds(0);
    return rules;
  }
  const std::uint64_t every = TRY(parse_duration_ms(arguments.every));
  if (every == 0 || every > kMostDays * kMsPerDay) {
    return fail(ErrorCode::invalid_argument, "--every: a time such as 7d or 12h, or never");
  }
  rules.every = std::chrono::milliseconds(every);
  return rules;
}

int run(const AddArguments& arguments, const OptionWords& defaults) {
  const auto sites = read_fleet_list(arguments.list, defaults);
  if (!sites) return report_failure(sites.error());
  if (const auto allowed = refuse_logins(*sites); !allowed) {
    return report_failure(allowed.error());
  }
  auto rules = rules_of(arguments);
  if (!rules) return report_failure(rules.error());
  rules->told = ListProgress(sites->size(), "sites written");
  auto connection = open_fleet(arguments.url);
  if (!connection) return report_failure(connection.error());
  const auto added = add_sites(*connection, *sites, *rules);
  if (!added) return report_failure(added.error());
  say(stdout, "{} added, {} there before\n", counted(added->sites, "site"),
      grouped(sites->size() - added->sites));
  if (added->schedules > 0) {
    say(stdout, "{} of these come due at other times now\n", grouped(added->schedules));
  }
  if (added->together > 0) {
    say(stdout, "{} there before now taken one at a time with others of the same domain\n",
        counted(added->together, "site"));
  }
  return exit_code::kDone;
}

}  // namespace

void add_fleet_add(CLI::App& fleet, CommandContext& context) {
  auto* command = fleet.add_subcommand("add", "add sites to the list");
  auto arguments = std::make_shared<AddArguments>();
  command
      ->add_option("FILE", arguments->list.file,
                   "as for batch: one URL per line, followed by its options; - for standard input")
      ->capture_default_str();
  add_database_option(*command, arguments->url);
  add_list_options(*command, arguments->list);
  command->add_option("--every", arguments->every,
                      "sites come due again after about so long (7d), sooner or later by how often "
                      "they had changed; also of sites that are there. never: no more");
  command->add_flag("--no-resolve", arguments->no_resolve,
                    "look up no addresses: hosts of one domain are taken to share one");
  command->footer(
      "A site that the list has with the same options is left as it is, so the same list may be\n"
      "added again. Options given here hold for every line that does not name them. Whoever can\n"
      "write the database is not trusted by workers, so none of these options may name a file:\n"
      "--profile takes the name of a profile in the folder that workers lend (fleet work\n"
      "--profiles DIR).");
  command->callback([arguments, command, &context] {
    OptionWords words = given_options(*command);
    for (const char* name : {"--db", "--every", "--no-resolve"}) words.erase(name);
    context.exit_code = run(*arguments, words);
  });
}

}  // namespace tagtrail::host
