// `tagtrail fleet gather`: the files of a fleet in one folder.
#include <memory>
#include <nlohmann/json.hpp>

#include "cli/catalogue_options.hpp"
#include "cli/fleet_commands.hpp"
#include "cli/fleet_endings.hpp"
#include "cli/job_words.hpp"
#include "cli/now_and_then.hpp"
#include "cli/store_options.hpp"
#include "command_line/report_failure.hpp"
#include "fleet/gathering.hpp"
#include "fleet/store_mark.hpp"
#include "system/exit_code.hpp"
#include "system/say.hpp"
#include "system/terminal_text.hpp"

namespace tagtrail::host {
namespace {

/// Sites whose files are missing that are told one by one; `--json` has all.
constexpr std::size_t kMostLackingTold = 20;

struct GatherArguments {
  std::string url;
  std::string folder;
  StoreSetup store;
  std::vector<std::string> from;
  CatalogueFilter filter;
  bool json = false;
};

class GatherProgress {
 public:
  void operator()(const Gathered& so_far) {
    if (!due_.is_due()) return;
    say(stderr, "{} ({}), {} fetched, {} missing\n", counted(so_far.files, "file"),
        size_text(so_far.bytes), grouped(so_far.fetched), grouped(so_far.missing));
  }

 private:
  NowAndThen due_;
};

/// A store that is not mounted lacks everything: that is no word about files.
Expected<std::unique_ptr<Store>> open_fleets_store(postgres::Connection& connection,
                                                   const StoreSetup& setup) {
  if (setup.url.empty()) return std::unique_ptr<Store>();
  auto store = TRY(open_store(setup));
  const StoreMark mark = TRY(read_store_mark(connection));
  if (!mark.is_settled()) {
    return fail(ErrorCode::not_found,
                "no worker of this fleet had a store: name the workers' folders, --from DIR");
  }
  TRY(must_have_mark(*store, mark.sha256));
  store->expect(mark.sha256);
  return store;
}

Expected<Gathered> gather(const GatherArguments& arguments) {
  if (arguments.store.url.empty() && arguments.from.empty()) {
    return fail(ErrorCode::invalid_argument, "from where? --store URL, or --from DIR");
  }
  auto connection = TRY(open_fleet(arguments.url));
  const auto store = TRY(open_fleets_store(connection, arguments.store));
  const GatherSources sources{{arguments.from.begin(), arguments.from.end()}, store.get()};
  return gather_files(connection, arguments.filter, sources, arguments.folder, GatherProgress());
}

void print_json(const Gathered& gathered) {
  auto lacking = nlohmann::ordered_json::array();
  for (const LackingSite& site : gathered.lacking) {
    lacking.push_back({{"site", site.site},
                       {"worker", site.worker},
                       {"machine", site.machine},
                       {"folder", site.folder},
                       {"missing", site.missing},
                       {"damaged", site.damaged}});
  }
  const nlohmann::ordered_json json = {
      {"files", gathered.files},
      {"bytes", gathered.bytes},
      {"fetched", gathered.fetched},
      {"fetched_bytes", gathered.fetched_bytes},
      {"missing", gathered.missing},
      {"lacking", std::move(lacking)},
      {"complete", gathered.account.is_complete() && gathered.missing == 0},
      {"sites", account_to_json(gathered.account)}};
  say(stdout, "{}\n", json.dump(-1, ' ', false, nlohmann::ordered_json::error_handler_t::replace));
}

void tell_lacking(const Gathered& gathered) {
  const auto& lacking = gathered.lacking;
  for (std::size_t at = 0; at < std::min(lacking.size(), kMostLackingTold); ++at) {
    const LackingSite& site = lacking[at];
    say(stderr, "{} missing, {} damaged of {}: in {} on {} (worker {})\n", grouped(site.missing),
        grouped(site.damaged), terminal_line(site.site), terminal_line(site.folder),
        terminal_line(site.machine), terminal_line(site.worker));
  }
  if (lacking.size() > kMostLackingTold) {
    say(stderr, "and of {} more\n", counted(lacking.size() - kMostLackingTold, "site"));
  }
  if (lacking.empty()) return;
  say(stderr,
      "tagtrail: {} missing: bring these folders here, and name with --from the folder that they "
      "are in\n",
      counted(gathered.missing, "file"));
}

int run(const GatherArguments& arguments) {
  const auto gathered = gather(arguments);
  if (!gathered) return report_failure(gathered.error());
  tell_lacking(*gathered);
  if (arguments.json) {
    print_json(*gathered);
  } else {
    say(stdout, "{} ({}) in {}, {} fetched now\n", counted(gathered->files, "file"),
        size_text(gathered->bytes), arguments.folder, grouped(gathered->fetched));
    for (const std::string& line : account_lines(gathered->account)) {
      say(stdout, "{}\n", terminal_line(line));
    }
  }
  return gathered->missing == 0 ? exit_code::kDone : exit_code::kSomeFailed;
}

}  // namespace

void add_fleet_gather(CLI::App& fleet, CommandContext& context) {
  auto* command = fleet.add_subcommand(
      "gather", "bring the files of all sites that have ended into one folder");
  auto arguments = std::make_shared<GatherArguments>();
  command->add_option("DIR", arguments->folder, "where to: a folder that is empty or from before")
      ->required();
  add_database_option(*command, arguments->url);
  add_store_options(*command, arguments->store);
  command
      ->add_option("--from", arguments->from,
                   "the --dir of a worker, or a copy of it; may be given more than once")
      ->allow_extra_args(false);
  add_catalogue_options(*command, arguments->filter);
  command->add_flag("--json", arguments->json, "one JSON object on standard output");
  command->footer(
      "DIR becomes a Data Package: datapackage.json lists the files, which are in a folder for\n"
      "each site. Each is compared with its SHA-256. The same command goes on where it was\n"
      "stopped, and brings what is new.\n"
      "Exit codes: 0 all are there, 1 some files are missing.\n"
      "Example:\n"
      "  tagtrail fleet gather found --store s3://archive/fleet --type csv");
  command->callback([arguments, &context] { context.exit_code = run(*arguments); });
}

}  // namespace tagtrail::host
