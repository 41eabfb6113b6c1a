// `tagtrail batch`: harvests a list of sites, several at once.
#include <fmt/format.h>

#include <atomic>
#include <csignal>
#include <filesystem>
#include <memory>
#include <system_error>

#include "browser/small_files.hpp"
#include "cli/batch_output.hpp"
#include "cli/batch_sites.hpp"
#include "cli/commands.hpp"
#include "cli/start_observer.hpp"
#include "command_line/report_failure.hpp"
#include "command_line/stop_signals.hpp"
#include "observe/metrics.hpp"
#include "options/memory_bound.hpp"
#include "store/folder_lock.hpp"
#include "system/private_modes.hpp"
#include "system/say.hpp"

namespace tagtrail::host {
namespace {

namespace fs = std::filesystem;

constexpr unsigned kMostJobs = 64;

std::atomic<int> interrupted{0};

extern "C" void on_batch_interrupt(int signal) {
  if (signal == SIGHUP && interrupted.load() > 0) return;
  interrupted.fetch_add(1);
}

struct BatchArguments {
  std::string file;
  unsigned jobs = 2;
  bool untrusted_list = false;
  JobRequest defaults;  ///< of the sites; its out, json and quiet are the batch's
};

/// Locked until the lock goes.
Expected<FolderLock> open_folder(const fs::path& dir) {
  std::error_code error;
  if (fs::exists(dir / "job.db", error)) {
    return fail(ErrorCode::invalid_argument,
                dir.string() + " is the folder of a job; a batch needs one of its own");
  }
  TRY(make_private_folders(dir));
  return FolderLock::acquire(dir);
}

int report_faults(const std::string& file, const std::vector<ListFault>& faults) {
  for (const ListFault& fault : faults) {
    say(stderr, "tagtrail: {}, line {}: {}\n", file, fault.line, fault.message);
  }
  return exit_code::kWrongUsage;
}

int code_of(const BatchEnd& end) {
  if (end.status.done == end.sites.size()) return exit_code::kDone;
  return end.interrupted ? exit_code::kStopped : exit_code::kSomeFailed;
}

int run(const BatchArguments& arguments, const OptionWords& defaults,
        const CommandContext& context) {
  if (arguments.defaults.fault) return report_failure(*arguments.defaults.fault);
  const auto text = read_small_file(arguments.file);
  if (!text) return report_failure(text.error());
  const BatchSites listed =
      read_batch_sites(parse_site_list(*text), defaults,
                       arguments.untrusted_list ? ListWriter::others : ListWriter::user);
  if (!listed.faults.empty()) return report_faults(arguments.file, listed.faults);
  if (listed.sites.empty()) {
    return report_failure({ErrorCode::invalid_argument, arguments.file + " names no site"});
  }
  const std::string& dir = arguments.defaults.out;
  const auto lock = open_folder(dir);
  if (!lock) return report_failure(lock.error());

  share_memory(0, arguments.jobs);
  catch_stop_signals(on_batch_interrupt);
  auto observer = start_observer(arguments.defaults, dir);
  if (!observer) return report_failure(observer.error());
  BatchLine line;
  BatchSetup setup;
  setup.dir = dir;
  setup.program = context.program;
  setup.sites = listed.sites;
  setup.jobs = arguments.jobs;
  setup.interrupted = &interrupted;
  const bool observed = arguments.defaults.metrics.has_value() || !arguments.defaults.stats.empty();
  setup.status_every = observed ? BatchLine::kOften : line.every();
  setup.on_status = [&](const BatchStatus& status) {
    if (!arguments.defaults.quiet) line.show(status);
    observer->look([&] { return batch_json(dir, status, 0, nullptr); },
                   [&] { return batch_metrics(status); });
  };
  const auto end = run_batch(setup);
  line.end();
  if (!end) return report_failure(end.error());
  if (!end->page_trouble.empty()) {
    say(stderr, "tagtrail: no page of the jobs: {}\n", end->page_trouble);
  }
  const int code = code_of(*end);
  observer->finish([&] { return batch_json(dir, end->status, code, &*end); },
                   [&] { return batch_metrics(end->status); });
  if (arguments.defaults.json) {
    print_batch_json(batch_json(dir, end->status, code, &*end));
  } else {
    print_batch_text(dir, *end);
  }
  return code;
}

constexpr const char* kHelp =
    "FILE has one URL per line, followed by options of harvest:\n"
    "  # statistics\n"
    "  https://stats.example.org/\n"
    "  https://data.example.net/open --targets csv,xlsx --max-requests 2000\n"
    "  portal.example.com --browser always --scope 'regex:^https://portal\\.'\n"
    "Quotes and # mean what they mean in a shell. Options given to batch itself hold for every\n"
    "line that does not name them.\n"
    "\n"
    "Examples:\n"
    "  tagtrail batch sites.txt --out portals\n"
    "  tagtrail batch sites.txt --out portals --jobs 4 --browser never --max-time 2h\n"
    "  tagtrail batch sites.txt --out portals --profile logged-in   (see tagtrail login)\n"
    "\n"
    "Each site gets a job folder in DIR; DIR/batch.jsonl has a line per site: its folder, exit "
    "code,\n"
    "files, requests, and why it ended. Sites of one host are never harvested at once. With more\n"
    "than one job each site gets a copy of the profile for itself.\n"
    "\n"
    "The same command continues after Ctrl-C or a crash: sites that ended with 0 or 4 are "
    "skipped,\n"
    "all others are tried again. The exit code is 0 when every site ended with 0 or 4, else 1; 5\n"
    "when you stopped it.";

}  // namespace

void add_batch(CLI::App& app, CommandContext& context) {
  auto* command = app.add_subcommand("batch", "harvest a list of sites, several at once");
  auto arguments = std::make_shared<BatchArguments>();
  command
      ->add_option("FILE", arguments->file, "the list: one URL per line, followed by its options")
      ->required();
  command->add_option("--jobs", arguments->jobs, "sites at once, never two of one host")
      ->capture_default_str()
      ->check(CLI::Range(1U, kMostJobs));
  command->add_flag("--untrusted-list", arguments->untrusted_list,
                    "the list comes from others: refuse lines with options that name files or "
                    "logins of yours, or lead into your network");
  add_site_options(*command, arguments->defaults);
  command->get_option("--out")->required()->description("folder of the batch; created if missing");
  command->footer(kHelp);
  command->callback([arguments, command, &context] {
    context.exit_code = run(*arguments, given_options(*command), context);
  });
}

}  // namespace tagtrail::host
