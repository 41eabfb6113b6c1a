// `tagtrail fleet work`: takes sites of a fleet and harvests them.
#include <fmt/format.h>
#include <sys/prctl.h>
#include <sys/resource.h>

#include <algorithm>
#include <atomic>
#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>

#include "batch/profile_copy.hpp"
#include "cli/batch_sites.hpp"
#include "cli/fleet_commands.hpp"
#include "cli/fleet_metrics.hpp"
#include "cli/job_words.hpp"
#include "cli/store_options.hpp"
#include "command_line/report_failure.hpp"
#include "command_line/stop_signals.hpp"
#include "fleet/s3_credentials.hpp"
#include "fleet/worker.hpp"
#include "observe/metrics_server.hpp"
#include "options/amounts.hpp"
#include "options/memory_bound.hpp"
#include "store/folder_lock.hpp"
#include "system/private_modes.hpp"
#include "system/say.hpp"
#include "tagtrail/url.hpp"

namespace tagtrail::host {
namespace {

constexpr unsigned kMostFleetJobs = 1000;
constexpr unsigned kMostTries = 100;
constexpr std::uint64_t kShortestLeaseMs = 2'000;

std::atomic<int> fleet_signals{0};

extern "C" void on_fleet_interrupt(int signal) {
  if (signal == SIGHUP && fleet_signals.load() > 0) return;
  fleet_signals.fetch_add(1);
}

struct WorkArguments {
  std::string url;
  std::string dir;
  std::string profiles;
  unsigned jobs = 2;
  std::string memory;
  std::string lease = "60s";
  std::string back_off = "60s";
  StoreSetup store;
  std::string checkpoint = "60s";
  unsigned tries = 3;
  std::optional<std::uint16_t> metrics;
  bool until_done = false;
  bool quiet = false;
  bool json = false;
};

/// The profile that a site names, of those in the folder that this worker lends.
Expected<void> lend_profile(BatchSite& site, const std::filesystem::path& profiles) {
  if (site.profile.empty()) return {};
  if (profiles.empty()) {
    // Another worker may: not the site's options are wrong.
    return fail(ErrorCode::not_found,
                fmt::format("--profile: this worker lends no profile '{}'; start it with "
                            "--profiles DIR, the folder that has it",
                            site.profile));
  }
  const std::filesystem::path profile = profiles / site.profile;
  TRY(must_be_profile(profile));
  std::replace(site.options.begin(), site.options.end(), "--profile=" + site.profile,
               "--profile=" + profile.string());
  site.profile = profile.string();
  return {};
}

/// What the table says of a site is checked as a line of a list is: of a command line only the
/// options of harvest that lists may name, and none that a worker decides.
Expected<BatchSite> read_queued_site(const std::string& url,
                                     const std::vector<std::string>& options,
                                     const std::filesystem::path& profiles) {
  SiteList list;
  list.sites.push_back({1, {url}});
  auto& words = list.sites.front().words;
  words.insert(words.end(), options.begin(), options.end());
  BatchSites read = read_batch_sites(list, {}, ListWriter::fleet);
  if (!read.faults.empty()) {
    return fail(ErrorCode::invalid_argument, read.faults.front().message);
  }
  if (read.sites.front().url != url) {
    return fail(ErrorCode::invalid_argument, "the list has no canonical URL there");
  }
  TRY(lend_profile(read.sites.front(), profiles));
  return std::move(read.sites.front());
}

Expected<void> share_among_sites(const WorkArguments& arguments) {
  std::uint64_t all = 0;
  if (!arguments.memory.empty()) {
    const auto size = parse_size(arguments.memory);
    if (!size) return fail(size.error().code, "--max-memory: " + size.error().message);
    all = *size;
  }
  share_memory(all, arguments.jobs);
  return {};
}

Expected<FleetWorkerSetup> setup_of(const WorkArguments& arguments, const CommandContext& context) {
  FleetWorkerSetup setup;
  const std::uint64_t lease = TRY(parse_duration_ms(arguments.lease));
  if (lease < kShortestLeaseMs) {
    return fail(ErrorCode::invalid_argument, "--lease: at least 2s");
  }
  setup.lease = std::chrono::milliseconds(lease);
  setup.retries.tries = arguments.tries;
  setup.retries.back_off = std::chrono::milliseconds(TRY(parse_duration_ms(arguments.back_off)));
  setup.checkpoint_every = std::chrono::milliseconds(TRY(parse_duration_ms(arguments.checkpoint)));
  if (!arguments.store.url.empty()) setup.store = TRY(open_store(arguments.store));
  setup.url = arguments.url;
  setup.dir = arguments.dir;
  setup.program = context.program;
  setup.version = TAGTRAIL_VERSION;
  setup.jobs = arguments.jobs;
  setup.until_done = arguments.until_done;
  setup.interrupted = &fleet_signals;
  setup.read_site = [profiles = std::filesystem::path(arguments.profiles)](
                        const std::string& url, const std::vector<std::string>& options) {
    return read_queued_site(url, options, profiles);
  };
  setup.tell = [quiet = arguments.quiet](std::string_view line) {
    if (!quiet) say(stderr, "{}\n", terminal_line(line));
  };
  return setup;
}

/// Null where nobody asked for it; must outlive the worker.
Expected<std::unique_ptr<MetricsServer>> serve_metrics(const WorkArguments& arguments,
                                                       FleetWorkerSetup& setup) {
  if (!arguments.metrics) return std::unique_ptr<MetricsServer>();
  auto server = TRY(MetricsServer::start(*arguments.metrics));
  setup.tell(fmt::format("metrics: http://127.0.0.1:{}/metrics", server->port()));
  setup.show = [at = server.get()](const WorkerFacts& facts) {
    at->publish(worker_metrics(facts));
  };
  return server;
}

void print_end(const WorkArguments& arguments, const FleetWorkerEnd& end, int code) {
  if (arguments.json) {
    const nlohmann::ordered_json json = {{"exit", code},
                                         {"done", end.done},
                                         {"failed", end.failed},
                                         {"stopped_by", end.interrupted ? "user" : "list_empty"}};
    say(stdout, "{}\n", json.dump());
  } else {
    say(stdout, "{} done, {} failed\n", counted(end.done, "site"), grouped(end.failed));
  }
}

/// A site takes a few descriptors of its worker, and the usual limit was made for programs that
/// take few. Where it can't be raised, that shows when there are no more.
void raise_descriptor_limit() {
  rlimit limit{};
  if (::getrlimit(RLIMIT_NOFILE, &limit) != 0) return;
  limit.rlim_cur = limit.rlim_max;
  ::setrlimit(RLIMIT_NOFILE, &limit);
}

int run(const WorkArguments& arguments, const CommandContext& context) {
  auto setup = setup_of(arguments, context);
  if (!setup) return report_failure(setup.error());
  if (arguments.url.empty()) return report_failure(open_database({}).error());
  if (const auto made = make_private_folders(arguments.dir); !made) {
    return report_failure(made.error());
  }
  const auto lock = FolderLock::acquire(arguments.dir);
  if (!lock) return report_failure(lock.error());
  // It may hold a password, and harvests and their browsers have no use for it. What a process was
  // started with stays to be read in /proc by all others of its user, unless it can't be dumped.
  ::prctl(PR_SET_DUMPABLE, 0);
  ::unsetenv(kDatabaseVariable);
  forget_s3_variables();
  if (const auto shared = share_among_sites(arguments); !shared) {
    return report_failure(shared.error());
  }
  auto server = serve_metrics(arguments, *setup);
  if (!server) return report_failure(server.error());
  raise_descriptor_limit();
  catch_stop_signals(on_fleet_interrupt);
  const auto end = run_fleet_worker(*setup);
  if (!end) return report_failure(end.error());
  const int code = end->interrupted ? exit_code::kStopped : exit_code::kDone;
  print_end(arguments, *end, code);
  return code;
}

}  // namespace

void add_fleet_work(CLI::App& fleet, CommandContext& context) {
  auto* command = fleet.add_subcommand("work", "take sites and harvest them");
  auto arguments = std::make_shared<WorkArguments>();
  add_database_option(*command, arguments->url);
  command->add_option("--dir", arguments->dir, "folder of this worker; created if missing")
      ->required();
  command
      ->add_option("--jobs", arguments->jobs,
                   "sites at once; without browsers 200 for each GiB of memory and 250 for each "
                   "processor")
      ->capture_default_str()
      ->check(CLI::Range(1U, kMostFleetJobs));
  command->add_option(
      "--max-memory", arguments->memory,
      "memory for all its sites together, browsers not counted; each gets its share "
      "of it, 64MB at least; half of the machine's where it is not given");
  command->add_option(
      "--profiles", arguments->profiles,
      "folder with browser profiles that the list may name (--profile NAME): whoever "
      "can write the database then acts with their logins");
  command
      ->add_option("--lease", arguments->lease,
                   "a site goes to another worker when its own was not heard of for so long")
      ->capture_default_str();
  command->add_option("--tries", arguments->tries, "failures after which a site is set aside")
      ->capture_default_str()
      ->check(CLI::Range(1U, kMostTries));
  command
      ->add_option("--back-off", arguments->back_off,
                   "wait after a site's first failure; four times as long after each further one, "
                   "and fifteen times where the site refused")
      ->capture_default_str();
  add_store_options(*command, arguments->store);
  command->add_option("--checkpoint", arguments->checkpoint, "time between checkpoints of a site")
      ->capture_default_str();
  command->add_option("--metrics", arguments->metrics,
                      "answer GET /metrics for Prometheus on this port of this machine; 0: any");
  command->add_flag("--until-done", arguments->until_done, "end when all sites have");
  command->add_flag("--quiet", arguments->quiet, "tell nothing while it works");
  command->add_flag("--json", arguments->json, "one JSON object at the end");
  command->footer(
      "Runs until Ctrl-C or SIGTERM, which give its sites back; a second one does not wait for\n"
      "harvests to stop. A worker that starts in the folder of an earlier one is that worker.");
  command->callback([arguments, &context] { context.exit_code = run(*arguments, context); });
}

}  // namespace tagtrail::host
