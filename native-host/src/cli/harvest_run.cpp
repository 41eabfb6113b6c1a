#include "cli/harvest_run.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <atomic>
#include <cmath>
#include <csignal>
#include <cstdlib>
#include <nlohmann/json.hpp>

#include "browser/find_extension.hpp"
#include "cli/browser_proxy_choice.hpp"
#include "cli/failure.hpp"
#include "cli/observe_options.hpp"
#include "cli/stop_signals.hpp"
#include "job/commands/commands.hpp"
#include "job/status_json.hpp"
#include "observe/metrics.hpp"
#include "observe/stats.hpp"
#include "store/own_files.hpp"
#include "system/say.hpp"
#include "tagtrail/decision_json.hpp"
#include "tagtrail/protocol.hpp"

namespace tagtrail::host {
namespace {

std::atomic<int> interrupted{0};

/// The first signal stops the job in good order, the second ends the process: what is committed is
/// safe either way.
extern "C" void on_interrupt(int signal) {
  if (signal == SIGHUP && interrupted.load() > 0) return;
  if (interrupted.fetch_add(1) > 0) _exit(exit_code::kStopped);
}

std::string size_text(std::uint64_t bytes) {
  if (bytes < 1000) return fmt::format("{} B", bytes);
  if (bytes < 1'000'000) return fmt::format("{:.1f} kB", static_cast<double>(bytes) / 1e3);
  if (bytes < 1'000'000'000) return fmt::format("{:.1f} MB", static_cast<double>(bytes) / 1e6);
  return fmt::format("{:.2f} GB", static_cast<double>(bytes) / 1e9);
}

/// 1234567 as 1,234,567.
std::string grouped(std::uint64_t number) {
  std::string text = std::to_string(number);
  for (std::size_t at = text.size(); at > 3;) text.insert(at -= 3, ",");
  return text;
}

std::string per_cent(double share) { return fmt::format("{:.0f}", std::floor(share * 100)); }

/// Rounded down: 100 % is said only of what is complete.
std::string advice_text(const StopAdvice& advice) {
  if (advice.is_complete()) return "nothing left to ask";
  return fmt::format("about {} % found ({} to {})", per_cent(advice.share()),
                     per_cent(advice.low()), per_cent(advice.high()));
}

/// One line that rewrites itself on a terminal, one every ten seconds elsewhere.
class ProgressLine {
 public:
  explicit ProgressLine(bool quiet) : quiet_(quiet), terminal_(isatty(STDERR_FILENO) != 0) {}

  void show(const JobStatus& status) {
    warn(status.warning);
    if (quiet_ || (!terminal_ && status.seconds < next_)) return;
    next_ = status.seconds + 10;
    if (status.resuming) {
      return print(fmt::format("resuming: {} of {} answers", grouped(status.resuming->answers),
                               grouped(status.resuming->of)));
    }
    const Progress& p = status.progress;
    const std::string url = status.current ? status.current->url : "";
    std::string line = fmt::format("{} files ({}), ", p.targets, size_text(p.target_bytes));
    if (p.advice.known()) line += advice_text(p.advice) + ", ";
    line +=
        fmt::format("{} requests, {} pages, {} waiting  {}", p.requests, p.pages, p.frontier, url);
    print(line);
  }
  void end() const {
    if (shown_ && terminal_) say_over(stderr, "");
  }

 private:
  void print(const std::string& line) {
    terminal_ ? say_over(stderr, "{:.110}", line) : say(stderr, "{}\n", line);
    std::fflush(stderr);
    shown_ = true;
  }
  /// Each is said once, also by a quiet run.
  void warn(const std::string& warning) {
    if (warning == warned_) return;
    warned_ = warning;
    end();
    say(stderr, "tagtrail: {}\n", warning);
  }

  bool quiet_;
  bool terminal_;
  bool shown_ = false;
  double next_ = 0;
  std::string warned_;
};

JobControl control_of(JobRunner& runner) {
  const auto calls = std::make_shared<JobCalls>(running_calls(runner));
  calls->emplace(protocol::call::kJobStart, [](const Json&) -> Expected<Json> {
    return fail(ErrorCode::busy, "this browser works on a job already");
  });
  return {.job_info = [&runner] { return job_info_json(runner.status(), runner.config()); },
          .root = {},
          .proxy_login = {},
          .calls = [calls]() -> const JobCalls& { return *calls; }};
}

/// A replica that is recorded into is written.
Expected<void> check_replica(const HarvestArguments& arguments) {
  const ReplicaMode mode = arguments.job.replica_mode;
  if (mode != ReplicaMode::prefer && mode != ReplicaMode::record) return {};
  auto free = refuse_job_data(arguments.replica, arguments.out);
  if (free) return free;
  return fail(free.error().code, "--replica: " + free.error().message);
}

Expected<std::unique_ptr<ExtensionLink>> make_link(const HarvestArguments& arguments,
                                                   const CommandContext& context,
                                                   JobRunner& runner) {
  if (arguments.job.browser == BrowserMode::never) return std::unique_ptr<ExtensionLink>{};
  auto listener = PumpListener::create();
  if (!listener) return tl::unexpected(listener.error());
  BrowserOptions options;
  options.kind = arguments.browser_kind;
  const auto extension = find_extension(context.program, arguments.browser_kind + "-batch");
  if (!extension) {
    return fail(ErrorCode::missing_dependency,
                "the browser extension is not built; './tagtrail setup' builds it, and --browser "
                "never does without it");
  }
  options.extension_dir = *extension;
  options.socket = (*listener)->path();
  options.pump_program = context.program;
  if (!arguments.profile.empty()) options.profile = arguments.profile;
  options.headless = !arguments.show_browser;
  const Proxies& proxies = *runner.options().proxies;
  options.proxies = browser_proxies(proxies, arguments.job.proxies.has_value());
  auto login = browser_login(proxies);
  if (!login) return tl::unexpected(login.error());
  JobControl control = control_of(runner);
  control.proxy_login = std::move(*login);
  return make_browser_link(std::move(options), std::move(*listener), std::move(control));
}

/// Of the newest round.
std::string round_text(const JobStatus& status) {
  const RevisitReport& report = status.revisits;
  return fmt::format(
      "round {} of revisiting: {} new, {} changed, {} vanished, {} unchanged, {} unclear, with {} "
      "requests ({})",
      report.round, report.count(ChangeKind::added), report.count(ChangeKind::changed),
      report.count(ChangeKind::vanished), report.count(ChangeKind::unchanged),
      report.count(ChangeKind::unclear), status.progress.round_requests,
      size_text(status.progress.round_bytes));
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

/// `end` is null while the job runs.
nlohmann::ordered_json result_json(const HarvestArguments& arguments, const JobStatus& status,
                                   const RunEnd* end) {
  const Progress& p = status.progress;
  nlohmann::ordered_json json = {
      {"job", arguments.out},
      {"exit", end != nullptr ? Json(end->exit_code) : Json(nullptr)},
      {"targets", p.targets},
      {"requests",
       {{"total", p.requests}, {"get", p.gets}, {"head", p.heads}, {"sub", status.sub_requests}}},
      {"bytes", p.target_bytes + p.other_bytes},
      {"acting", p.acting},
      {"seconds", status.seconds},
      {"stopped_by", end != nullptr ? Json(end->state.reason) : Json(nullptr)},
      {"advice", advice_to_json(p.advice)},
      {"left_out", left_out_to_json(status.left_out)},
      {"traps", progress_to_json(p).at("traps")}};
  if (status.revisits.round > 0) json["revisit"] = round_json(status);
  if (end != nullptr && end->state.state == "failed") {
    json["error"] = {{"code", end->state.reason}, {"message", end->message}};
  }
  return json;
}

void print_json(const nlohmann::ordered_json& json) {
  say(stdout, "{}\n", json.dump(-1, ' ', false, nlohmann::ordered_json::error_handler_t::replace));
}

/// `a calendar: 412 answers without anything new, 2304 links left, such as https://...`
std::string trap_text(const TrapReport& trap) {
  std::string text = trap.kind + ": ";
  if (trap.answers > 0) text += fmt::format("{} answers without anything new, ", trap.answers);
  return text + fmt::format("{} links left, such as {}", trap.left, trap.example);
}

/// `all found` is said where nothing was left out, and only there.
void print_share(const JobStatus& status) {
  const StopAdvice& advice = status.progress.advice;
  const bool complete = advice.is_complete();
  if (complete && status.left_out.empty()) {
    say(stdout, "of what can be reached: all found\n");
    return;
  }
  if (complete) {
    say(stdout, "{}; ", advice_text(advice));
  } else if (advice.known()) {
    say(stdout, "of what can be reached: {}\n", advice_text(advice));
  }
  if (status.left_out.empty()) return;
  say(stdout, "left out:\n");
  for (const LeftOut& one : status.left_out) say(stdout, "  {}\n", to_text(one));
  for (const TrapReport& trap : status.progress.traps) say(stdout, "    {}\n", trap_text(trap));
}

void print_text(const HarvestArguments& arguments, const JobRunner& runner, const RunEnd& end) {
  const JobStatus& status = runner.status();
  const Progress& p = status.progress;
  if (p.requests == 0) return;  // it ended before anything was stored, and has said why
  say(stdout, "{} files ({}) with {} requests in {:.0f} s: {}\n", p.targets,
      size_text(p.target_bytes), p.requests, status.seconds, end.state.reason);
  if (status.revisits.round > 0) say(stdout, "{}\n", round_text(status));
  print_share(status);
  say(stdout, "files: {0}/files/   list: {0}/datapackage.json   log: {0}/crawl.log\n",
      arguments.out);
  if (runner.options().archive == ArchiveMode::warc) {
    say(stdout, "archive: {}/archive/\n", arguments.out);
  }
}

}  // namespace

int report_no_harvest(const HarvestArguments& arguments, const Error& error) {
  const int code = report_failure(error);
  if (!arguments.json) return code;
  // Members that are not known are left out: a job that is there already has other numbers than 0.
  print_json({{"job", arguments.out.empty() ? Json(nullptr) : Json(arguments.out)},
              {"exit", code},
              {"stopped_by", to_string(error.code)},
              {"error", {{"code", to_string(error.code)}, {"message", error.message}}}});
  return code;
}

int run_harvest(const HarvestArguments& arguments, const CommandContext& context) {
  catch_stop_signals(on_interrupt);
  ProgressLine line(arguments.quiet);
  if (const auto free = check_replica(arguments); !free)
    return report_no_harvest(arguments, free.error());
  auto observer = start_observer(arguments.observe, arguments.out, arguments.quiet);
  if (!observer) return report_no_harvest(arguments, observer.error());
  const auto stats = [&arguments](const JobStatus& status, const RunEnd* end) {
    auto json = result_json(arguments, status, end);
    add_statistics(json, status);
    return json;
  };
  auto runner = JobRunner::open({.dir = arguments.out,
                                 .config = arguments.config,
                                 .named = arguments.named,
                                 .options = arguments.job,
                                 .version = TAGTRAIL_VERSION,
                                 .feedback = {},
                                 .interrupted = &interrupted,
                                 .revisit = arguments.revisit,
                                 .on_progress = [&](const JobStatus& status) {
                                   line.show(status);
                                   observer->look([&] { return stats(status, nullptr); },
                                                  [&] { return job_metrics(status); });
                                 }});
  if (!runner) return report_no_harvest(arguments, runner.error());
  if (const std::string proxies = (*runner)->options().proxies->description();
      !arguments.quiet && !proxies.empty()) {
    say(stderr, "proxy: {}\n", proxies);
  }
  // What the browser is started with is not for it, nor for its pages' processes.
  ::unsetenv(kProxyLoginVariable);
  auto link = make_link(arguments, context, **runner);
  if (!link) return report_no_harvest(arguments, link.error());
  const RunEnd end = (*runner)->run(link->get());
  line.end();
  const JobStatus& status = (*runner)->status();
  observer->finish([&] { return stats(status, &end); }, [&] { return job_metrics(status); });
  if (!end.message.empty()) say(stderr, "tagtrail: {}\n", end.message);
  if (arguments.json) {
    if (status.revisits.round > 0 && !arguments.quiet) {
      say(stderr, "{}\n", round_text(status));
    }
    print_json(result_json(arguments, status, &end));
  } else {
    print_text(arguments, **runner, end);
  }
  return end.exit_code;
}

}  // namespace tagtrail::host
