// `tagtrail fleet tidy`: removes from the store what no site names.
#include <chrono>
#include <memory>
#include <nlohmann/json.hpp>

#include "cli/fleet_commands.hpp"
#include "cli/job_words.hpp"
#include "cli/now_and_then.hpp"
#include "cli/store_options.hpp"
#include "command_line/report_failure.hpp"
#include "fleet/store_tidy.hpp"
#include "options/amounts.hpp"
#include "system/say.hpp"

namespace tagtrail::host {
namespace {

struct TidyArguments {
  std::string url;
  StoreSetup store;
  std::string older_than = "1d";
  bool dry_run = false;
  bool json = false;
};

/// A line now and then, while it takes long.
class TidyProgress {
 public:
  void operator()(const TidyCounts& counts) {
    if (!due_.is_due()) return;
    say(stderr, "{} read, {} looked at, {} to remove\n", counted(counts.checkpoints, "checkpoint"),
        grouped(counts.kept + counts.young + counts.removed), grouped(counts.removed));
  }

 private:
  NowAndThen due_;
};

Expected<TidyCounts> tidy(const TidyArguments& arguments) {
  if (arguments.store.url.empty()) {
    return fail(ErrorCode::invalid_argument, "which store? --store URL");
  }
  TidyRules rules;
  rules.older_than = std::chrono::duration_cast<std::chrono::seconds>(
      std::chrono::milliseconds(TRY(parse_duration_ms(arguments.older_than))));
  rules.dry_run = arguments.dry_run;
  const auto store = TRY(open_store(arguments.store));
  auto connection = TRY(open_fleet(arguments.url));
  return tidy_store(connection, *store, rules, TidyProgress());
}

void print(const TidyArguments& arguments, const TidyCounts& counts) {
  if (arguments.json) {
    const nlohmann::ordered_json json = {{"checkpoints", counts.checkpoints},
                                         {"lost", counts.lost},
                                         {"kept", counts.kept},
                                         {"young", counts.young},
                                         {"removed", counts.removed},
                                         {"removed_bytes", counts.removed_bytes},
                                         {"dry_run", arguments.dry_run}};
    say(stdout, "{}\n", json.dump());
    return;
  }
  say(stdout, "{} named by {}, {} too young, {} ({} bytes) {}\n", grouped(counts.kept),
      counted(counts.checkpoints, "checkpoint"), grouped(counts.young), grouped(counts.removed),
      grouped(counts.removed_bytes), arguments.dry_run ? "would go" : "removed");
  if (counts.lost > 0) {
    say(stderr, "{} can't be read: their sites will begin anew\n",
        counted(counts.lost, "checkpoint"));
  }
}

int run(const TidyArguments& arguments) {
  const auto counts = tidy(arguments);
  if (!counts) return report_failure(counts.error());
  print(arguments, *counts);
  return exit_code::kDone;
}

}  // namespace

void add_fleet_tidy(CLI::App& fleet, CommandContext& context) {
  auto* command = fleet.add_subcommand("tidy", "remove from the store what no site needs");
  auto arguments = std::make_shared<TidyArguments>();
  add_database_option(*command, arguments->url);
  add_store_options(*command, arguments->store);
  command
      ->add_option("--older-than", arguments->older_than,
                   "what is younger stays: a checkpoint that is being made may need it")
      ->capture_default_str();
  command->add_flag("--dry-run", arguments->dry_run, "remove nothing, and count");
  command->add_flag("--json", arguments->json, "one JSON object");
  command->footer(
      "The last checkpoints of all sites stay, and so do the files of sites that have ended. For "
      "a\n"
      "store of one fleet alone: what others put into its folder or below its prefix goes, if it "
      "has\n"
      "a name as contents have.");
  command->callback([arguments, &context] { context.exit_code = run(*arguments); });
}

}  // namespace tagtrail::host
