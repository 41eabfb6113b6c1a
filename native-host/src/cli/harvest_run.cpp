#include "cli/harvest_run.hpp"

#include <fmt/format.h>
#include <malloc.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <optional>
#include <span>

#include "batch/profile_copy.hpp"
#include "browser/find_extension.hpp"
#include "cli/browser_proxy_choice.hpp"
#include "cli/ending_lines.hpp"
#include "cli/job_words.hpp"
#include "cli/progress_line.hpp"
#include "cli/start_observer.hpp"
#include "command_line/report_failure.hpp"
#include "command_line/stop_signals.hpp"
#include "fetch/claim_files.hpp"
#include "fetch/robots_memory.hpp"
#include "job/commands/commands.hpp"
#include "job/runner.hpp"
#include "job/status_json.hpp"
#include "job/targets_check.hpp"
#include "observe/metrics.hpp"
#include "observe/stats.hpp"
#include "store/job_endings.hpp"
#include "store/job_folder.hpp"
#include "store/own_files.hpp"
#include "system/built_files.hpp"
#include "system/say.hpp"
#include "tagtrail/decision_json.hpp"
#include "tagtrail/protocol.hpp"
#include "tagtrail/url.hpp"

namespace tagtrail::host {
namespace {

std::atomic<int> interrupted{0};

/// The first signal stops the job in good order, the second ends the process: what is committed is
/// safe either way.
extern "C" void on_interrupt(int signal) {
  if (signal == SIGHUP && interrupted.load() > 0) return;
  if (interrupted.fetch_add(1) > 0) _exit(exit_code::kStopped);
}

JobControl control_of(JobRunner& runner) {
  const auto calls = std::make_shared<JobCalls>(running_calls(runner));
  calls->emplace(protocol::call::kJobStart, [](const Json&) -> Expected<Json> {
    return fail(ErrorCode::busy, "this browser is already working on a job");
  });
  return {.job_info = [&runner] { return job_info_json(runner.status(), runner.config()); },
          .root = {},
          .proxy_login = {},
          .site_login = {},
          .calls = [calls]() -> const JobCalls& { return *calls; }};
}

/// A replica that is recorded into is written.
Expected<void> check_replica(const HarvestArguments& arguments) {
  const ReplicaMode mode = arguments.job.options.replica_mode;
  if (mode != ReplicaMode::prefer && mode != ReplicaMode::record) return {};
  auto free = refuse_job_data(arguments.request.replica, arguments.request.out);
  if (free) return free;
  return fail(free.error().code, "--replica: " + free.error().message);
}

nlohmann::ordered_json round_json(const JobStatus& status) {
  const RevisitReport& report = status.revisits;
  nlohmann::ordered_json json = {{"round", report.round},
                                 {"requests", status.progress.round_requests},
                                 {"bytes", status.progress.round_bytes}};
  for (const ChangeKind kind : {ChangeKind::added, ChangeKind::changed, ChangeKind::vanished,
                                ChangeKind::unchanged, ChangeKind::unclear}) {
    json[std::string(to_string(kind))] = report.count(kind);
  }
  return json;
}

/// Whom a site refused may want to see how it was asked (`politeness`).
bool came_to_nothing(const HarvestArguments& arguments, const JobStatus& status,
                     const RunEnd& end) {
  return end.state.state == "failed" && status.progress.pages == 0 &&
         status.progress.targets == 0 && arguments.job.options.archive != ArchiveMode::warc &&
         end.exit_code != exit_code::kDiskFull &&
         (end.exit_code != exit_code::kRefused ||
          status.progress.requests + status.robots_requests == 0);
}

/// The page of a run that has ended; null where none was written, or it goes with its folder.
Json page_json(const HarvestArguments& arguments, const JobStatus& status, const RunEnd& end) {
  const bool is_there = !status.page.empty() && !came_to_nothing(arguments, status, end);
  return is_there ? Json(status.page) : Json(nullptr);
}

/// `end` is null while the job runs.
nlohmann::ordered_json result_json(const HarvestArguments& arguments, const JobStatus& status,
                                   const RunEnd* end) {
  const Progress& p = status.progress;
  nlohmann::ordered_json json = {
      {"job", arguments.request.out},
      {"exit", end != nullptr ? Json(end->exit_code) : Json(nullptr)},
      {"targets", p.targets},
      {"requests",
       {{"total", p.requests}, {"get", p.gets}, {"head", p.heads}, {"sub", status.sub_requests}}},
      {"bytes", p.target_bytes + p.other_bytes},
      {"acting", p.acting},
      {"seconds", status.seconds},
      {"stopped_by", end != nullptr ? Json(end->state.reason) : Json(nullptr)},
      {"advice", advice_to_json(p.advice)},
      {"estimate", estimate_to_json(p.estimate)},
      {"complete", end != nullptr ? Json(status.ending.is_complete()) : Json(nullptr)},
      {"ending", end != nullptr ? Json(ending_to_json(status.ending)) : Json(nullptr)},
      {"account", account_to_json(p.account)},
      {"left_out", left_out_to_json(status.left_out)},
      {"stopped", status.stopped.to_json()},
      {"forms", progress_to_json(p).at("forms")},
      {"traps", progress_to_json(p).at("traps")}};
  if (status.revisits.round > 0) json["revisit"] = round_json(status);
  if (status.acted) json["acted"] = {{"url", status.acted->url}, {"what", status.acted->what}};
  if (end != nullptr) json["page"] = page_json(arguments, status, *end);
  if (end != nullptr && end->state.state == "failed") {
    json["error"] = {{"code", end->state.reason}, {"message", end->message}};
  }
  return json;
}

/// What the newest round of revisiting found, and of which files.
void print_round(const JobStatus& status) {
  constexpr std::size_t kNamed = 20;
  const RevisitReport& report = status.revisits;
  if (report.round == 0) return;
  say(stdout, "{}\n", round_text(status));
  for (const Change& change :
       std::span(report.changes).first(std::min(kNamed, report.changes.size()))) {
    say(stdout, "  {}: {}\n", change.kind, change.url);
  }
  if (report.changes.size() > kNamed) {
    say(stdout, "  and {} more; the list has all\n", grouped(report.changes.size() - kNamed));
  }
}

void print_text(const HarvestArguments& arguments, const JobRunner& runner, const RunEnd& end) {
  const JobStatus& status = runner.status();
  const Progress& p = status.progress;
  if (p.requests == 0 && !end.message.empty()) return;  // it has said why
  const auto ending = ending_text(end.state.reason);
  say(stdout, "{} ({}) in {} with {}: {}\n", counted(p.targets, status.target),
      size_text(p.target_bytes), time_text(status.seconds), requests_text(status),
      ending.empty() ? "ended with an error" : ending);
  if (p.forms.asked > 0) say(stdout, "{}\n", forms_text(p.forms));
  print_round(status);
  for (const std::string& line : ending_lines(status, end.message)) say(stdout, "{}\n", line);
  if (came_to_nothing(arguments, status, end)) return;  // its folder is not kept
  say(stdout, "files: {0}/files/   {1}list: {0}/datapackage.json   log: {0}/crawl.log\n",
      arguments.request.out, status.page.empty() ? "" : "look: " + status.page + "   ");
  if (runner.options().archive == ArchiveMode::warc) {
    say(stdout, "archive: {}/archive/\n", arguments.request.out);
  }
}

/// A folder that a run made and put nothing into is nobody's; one that was there stays as it is.
class NewFolder {
 public:
  explicit NewFolder(std::filesystem::path dir) : dir_(std::move(dir)) {
    std::error_code error;
    is_new_ = !std::filesystem::exists(std::filesystem::symlink_status(dir_, error));
  }
  /// To be called when nothing of the job is open any more.
  void drop() const {
    std::error_code ignored;
    if (is_new_ && !has_brought()) std::filesystem::remove_all(dir_, ignored);
  }

 private:
  /// Part of a file can be what the next run goes on with.
  bool has_brought() const {
    namespace fs = std::filesystem;
    std::error_code error;
    for (const auto name : {folder::kFiles, folder::kPartial, folder::kArchive}) {
      const fs::path below = dir_ / name;
      if (fs::exists(below, error) && !fs::is_empty(below, error)) return true;
    }
    return false;
  }

  std::filesystem::path dir_;
  bool is_new_ = false;
};

struct Outcome {
  int code = exit_code::kInternal;
  bool came_to_nothing = false;
};

/// Opens the job, runs it and says how it ended; nothing of it is open afterwards.
Outcome run_job(const HarvestArguments& arguments, const CommandContext& context) {
  ProgressLine line(arguments.request.quiet, arguments.job.config.stop_at.share > 0);
  if (const auto free = check_replica(arguments); !free)
    return {report_no_harvest(arguments, free.error()), false};
  auto observer = start_observer(arguments.request, arguments.request.out);
  if (!observer) return {report_no_harvest(arguments, observer.error()), false};
  const auto stats = [&arguments](const JobStatus& status, const RunEnd* end) {
    auto json = result_json(arguments, status, end);
    add_statistics(json, status);
    return json;
  };
  auto runner = JobRunner::open({.dir = arguments.request.out,
                                 .config = arguments.job.config,
                                 .named = arguments.job.named,
                                 .options = arguments.job.options,
                                 .version = TAGTRAIL_VERSION,
                                 .feedback = arguments.job.feedback,
                                 .interrupted = &interrupted,
                                 .revisit = arguments.request.revisit,
                                 .on_progress = [&](const JobStatus& status) {
                                   line.show(status);
                                   observer->look([&] { return stats(status, nullptr); },
                                                  [&] { return job_metrics(status); });
                                 }});
  if (!runner) return {report_no_harvest(arguments, runner.error()), false};
  if (const std::string proxies = (*runner)->options().proxies->description();
      !arguments.request.quiet && !proxies.empty()) {
    say(stderr, "proxy: {}\n", proxies);
  }
  auto link = make_link(arguments, context, **runner);
  if (!link) return {report_no_harvest(arguments, link.error()), true};
  const RunEnd end = (*runner)->run(link->get());
  line.end();
  const JobStatus& status = (*runner)->status();
  observer->finish([&] { return stats(status, &end); }, [&] { return job_metrics(status); });
  if (!end.message.empty()) say(stderr, "tagtrail: {}\n", end.message);
  if (arguments.request.json) {
    if (status.revisits.round > 0 && !arguments.request.quiet)
      say(stderr, "{}\n", round_text(status));
    print_json(result_json(arguments, status, &end));
  } else {
    print_text(arguments, **runner, end);
  }
  return {end.exit_code, came_to_nothing(arguments, status, end)};
}

}  // namespace

Expected<std::unique_ptr<ExtensionLink>> make_link(const HarvestArguments& arguments,
                                                   const CommandContext& context,
                                                   JobRunner& runner) {
  // What the browser is started with is not for it, nor for its pages' processes.
  ::unsetenv(kProxyLoginVariable);
  ::unsetenv(kSiteLoginVariable);
  if (arguments.job.options.browser == BrowserMode::never) return std::unique_ptr<ExtensionLink>{};
  auto listener = TRY(PumpListener::create());
  BrowserOptions options;
  options.kind = arguments.request.browser_kind;
  const auto extension = find_extension(context.program, arguments.request.browser_kind + "-batch");
  if (!extension) {
    return fail(ErrorCode::missing_dependency,
                missing_part("the browser extension") + "; --browser never does without it");
  }
  options.extension_dir = *extension;
  options.socket = listener->path();
  options.pump_program = context.program;
  if (!arguments.request.profile.empty()) options.profile = arguments.request.profile;
  options.headless = !arguments.request.show_browser;
  const Proxies& proxies = *runner.options().proxies;
  options.proxies = browser_proxies(proxies, arguments.job.options.proxies.has_value());
  auto login = TRY(browser_login(proxies));
  JobControl control = control_of(runner);
  control.proxy_login = std::move(login);
  if (const auto& site = arguments.job.options.login) {
    control.site_login = {
        {"origin", site->origin}, {"user", site->user}, {"password", site->password}};
  }
  return make_browser_link(std::move(options), std::move(listener), std::move(control));
}

void print_json(const nlohmann::ordered_json& json) {
  say(stdout, "{}\n", json.dump(-1, ' ', false, nlohmann::ordered_json::error_handler_t::replace));
}

Expected<void> resolve(HarvestArguments& arguments) {
  JobRequest& request = arguments.request;
  arguments.job = TRY(asked_job(request, arguments.url));
  if (const char* file = std::getenv(kRobotsVariable)) arguments.job.options.robots_memory = file;
  if (const char* place = std::getenv(kClaimsVariable)) arguments.job.options.claims = place;
  const Config& config = arguments.job.config;
  if (request.out.empty()) {
    const bool by_file = arguments.url.empty() && !config.more_seeds.empty();
    request.out = "harvest-" + (by_file ? std::filesystem::path(request.seeds).stem().string()
                                        : std::string(split_url(config.seed_url).host));
  }
  const auto sensible = check_targets_of_new(request.out, config.targets);
  if (sensible) return {};
  return fail(sensible.error().code, "--targets: " + sensible.error().message);
}

int report_no_harvest(const HarvestArguments& arguments, const Error& error) {
  const int code = report_failure(error);
  if (!arguments.request.json) return code;
  // Members that are not known are left out: a job that is there already has other numbers than 0.
  print_json({{"job", arguments.request.out.empty() ? Json(nullptr) : Json(arguments.request.out)},
              {"exit", code},
              {"stopped_by", to_string(error.code)},
              {"error", {{"code", to_string(error.code)}, {"message", error.message}}}});
  return code;
}

namespace {

/// What is as large as a large page goes back to the system at once. libc by itself, when it has
/// given one back, mixes the next ones with what stays, and none of it can be given back.
void keep_large_memory_apart() {
  constexpr int kLarge = 512 << 10;
  constexpr int kSpare = 8 << 20;
  ::mallopt(M_MMAP_THRESHOLD, kLarge);
  ::mallopt(M_TRIM_THRESHOLD, kSpare);
}

/// Somebody stopped it before there was anything of a job.
int report_stopped_early(const HarvestArguments& arguments) {
  if (arguments.request.json) {
    print_json(
        {{"job", arguments.request.out}, {"exit", exit_code::kStopped}, {"stopped_by", "user"}});
  }
  return exit_code::kStopped;
}

}  // namespace

int run_harvest(const HarvestArguments& asked, const CommandContext& context) {
  keep_large_memory_apart();
  catch_stop_signals(on_interrupt);
  HarvestArguments arguments = asked;
  std::optional<ProfileCopy> profile;
  if (!asked.request.profile.empty() && std::getenv(kProfileCopyVariable) != nullptr) {
    auto copy = ProfileCopy::make(asked.request.profile, interrupted);
    if (!copy) return report_no_harvest(asked, copy.error());
    if (!*copy) return report_stopped_early(asked);
    profile = std::move(*copy);
    arguments.request.profile = profile->path().string();
  }
  const NewFolder folder(arguments.request.out);
  const Outcome outcome = run_job(arguments, context);
  if (outcome.came_to_nothing) folder.drop();
  return outcome.code;
}

}  // namespace tagtrail::host
