// `tagtrail fleet remove`: takes sites out of the list of a fleet.
#include <memory>

#include "cli/fleet_commands.hpp"
#include "cli/fleet_list.hpp"
#include "cli/job_words.hpp"
#include "cli/list_progress.hpp"
#include "command_line/report_failure.hpp"
#include "fleet/site_id.hpp"
#include "fleet/site_removing.hpp"
#include "system/say.hpp"

namespace tagtrail::host {
namespace {

struct RemoveArguments {
  std::string url;
  /// What an earlier version let in must go out again.
  FleetList list{{}, {}, ListWriter::user};
  RemovalChoice choice;
  bool dry_run = false;
};

Expected<Removed> remove(const RemoveArguments& arguments, const OptionWords& defaults) {
  RemovalChoice choice = arguments.choice;
  if (!arguments.list.file.empty()) {
    for (const BatchSite& site : TRY(read_fleet_list(arguments.list, defaults))) {
      choice.ids.push_back(site_id(site.url, site.options));
    }
    if (choice.ids.empty()) return Removed{};
  } else if (choice.host.empty() && choice.url.empty() && choice.state.empty()) {
    return fail(ErrorCode::invalid_argument,
                "which sites? a list FILE, or --site, --host or --state");
  }
  auto connection = TRY(open_fleet(arguments.url));
  choice.told = ListProgress(choice.ids.size(), arguments.dry_run ? "sites counted" : "sites gone");
  return arguments.dry_run ? count_removable(connection, choice) : remove_sites(connection, choice);
}

int run(const RemoveArguments& arguments, const OptionWords& defaults) {
  const auto removed = remove(arguments, defaults);
  if (!removed) return report_failure(removed.error());
  say(stdout, "{} {}, with {} in the catalogue\n", counted(removed->sites, "site"),
      arguments.dry_run ? "would be removed" : "removed", counted(removed->files, "file"));
  if (removed->held == 0) return exit_code::kDone;
  say(stderr, "{} held by workers {}: once that has ended, the same command removes what is left\n",
      counted(removed->held, "site"), removed->held == 1 ? "stays" : "stay");
  return exit_code::kSomeFailed;
}

}  // namespace

void add_fleet_remove(CLI::App& fleet, CommandContext& context) {
  auto* command =
      fleet.add_subcommand("remove", "take sites out of the list, and their files out of results");
  auto arguments = std::make_shared<RemoveArguments>();
  command->add_option("FILE", arguments->list.file,
                      "as it was added, with the same options; - for standard input");
  add_database_option(*command, arguments->url);
  add_list_options(*command, arguments->list);
  command->add_option("--site", arguments->choice.url,
                      "only sites of this URL, with whatever options");
  command->add_option("--host", arguments->choice.host, "only sites of this host (without www.)");
  command->add_option("--state", arguments->choice.state, "only sites that are in this state")
      ->check(CLI::IsMember({"waiting", "done", "limit", "aside"}));
  command->add_flag("--dry-run", arguments->dry_run, "remove nothing, and count");
  command->footer(
      "What workers hold stays; stop them, or wait until these sites have ended. Files stay where\n"
      "they are: in the workers' folders, and in a store until `tagtrail fleet tidy`.\n"
      "\n"
      "Example, of a list that was added with wrong options:\n"
      "  tagtrail fleet add sites.txt --browser never --max-requests 50\n"
      "  tagtrail fleet remove sites.txt --browser never --max-requests 50\n"
      "  tagtrail fleet add sites.txt --browser never --max-requests 5000");
  command->callback([arguments, command, &context] {
    OptionWords words = given_options(*command);
    for (const char* name : {"--db", "--site", "--host", "--state", "--dry-run"}) words.erase(name);
    context.exit_code = run(*arguments, words);
  });
}

}  // namespace tagtrail::host
