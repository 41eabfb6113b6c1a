// How a run ends: what is written, what is said, and the exit code.
#include "export/datapackage.hpp"
#include "export/manners.hpp"
#include "fetch/user_agent.hpp"
#include "job/runner.hpp"
#include "job/start_page.hpp"
#include "system/exit_code.hpp"

namespace tagtrail::host {
namespace {

int exit_code_of(StopReason reason) {
  const bool done = reason == StopReason::frontier_empty || reason == StopReason::early_stopping ||
                    reason == StopReason::stop_advice;
  return done ? exit_code::kDone : exit_code::kLimit;
}

}  // namespace

Expected<RunEnd> JobRunner::finished_before(const JobState& state) {
  TRY(make_parts(nullptr));
  if (auto opened = open_engine(); !opened) {
    if (is_told_to_stop())
      return RunEnd{state, exit_code::kStopped, "stopped; this job was finished before"};
    return tl::unexpected(opened.error());
  }
  const auto step = TRY(engine_->step({}, false));
  status_.progress = step.progress;
  // By a program that says more than the one that wrote it.
  TRY(write_manifest());
  return RunEnd{state, exit_code::kDone,
                "this job was finished before; --revisit looks for what is new"};
}

PackageFacts JobRunner::package_facts() const {
  PackageFacts facts;
  facts.seed_url = setup_.config.seed_url;
  facts.engine = std::string(engine_->kind());
  facts.policy = setup_.config.policy;
  facts.seed = setup_.config.seed;
  facts.version = setup_.version;
  facts.robots = setup_.options.robots;
  facts.delay_ms = static_cast<std::uint64_t>(setup_.options.delay.count());
  facts.connections = setup_.options.connections;
  return facts;
}

/// What the engine alone knows.
Expected<void> JobRunner::keep_left_out() {
  const Progress& progress = status_.progress;
  LeftOut traps{LeftOutCause::trap, progress.traps.size(), 0, {}};
  for (const TrapReport& trap : progress.traps) {
    traps.links += trap.left;
    if (traps.example.empty()) traps.example = trap.example;
  }
  auto kept = store_->keep_left_out(traps);
  if (kept) kept = store_->keep_left_out({LeftOutCause::acts, progress.acting, 0, {}});
  if (kept) kept = store_->keep_left_out({LeftOutCause::not_asked, progress.frontier, 0, {}});
  return kept;
}

Expected<void> JobRunner::write_manifest() {
  auto revisits = TRY(store_->revisits());
  status_.revisits = std::move(revisits);
  TRY(keep_left_out());
  auto left_out = TRY(store_->left_out());
  status_.left_out = std::move(left_out);
  return write_datapackage(*store_, package_facts());
}

/// So that others can read the job while it runs.
Expected<void> JobRunner::keep_facts() {
  const JobOptions& options = setup_.options;
  const auto ms = [](std::chrono::milliseconds time) {
    return static_cast<std::uint64_t>(time.count());
  };
  MannersFacts manners;
  manners.seed_url = setup_.config.seed_url;
  manners.user_agent = options.user_agent.empty() ? std::string(kUserAgent) : options.user_agent;
  manners.robots = options.robots;
  manners.delay_ms = ms(options.delay);
  manners.max_crawl_delay_ms = ms(options.max_crawl_delay);
  manners.max_wait_ms = ms(options.max_wait);
  manners.connections = options.connections;
  const auto kept = store_->set(kMannersFacts, to_json(manners));
  return kept ? store_->set(kPackageFacts, facts_to_json(package_facts())) : kept;
}

/// A job that has not got anywhere is not finished, and its user has to know.
Expected<void> JobRunner::check_reached() const {
  const std::uint64_t responses = store_->response_count();
  const bool reached = status_.progress.pages > 0 || store_->target_count() > 0;
  if (reached || responses == 0 || responses > kStartRedirects + 1) return {};
  Response last;
  TRY(store_->replay(responses - 1, [&](const Bytes& record) -> Expected<void> {
    auto response = TRY(decode_response(record.data(), record.size()));
    last = std::move(response);
    return {};
  }));
  return tl::unexpected(nothing_reached(setup_.config.seed_url, last));
}

/// What a crawl that ended at its start page may have been meant to be.
Expected<std::string> JobRunner::start_page_advice() const {
  std::string advice;
  const bool only_start = status_.progress.pages == 1 && store_->target_count() == 0;
  if (!only_start || store_->response_count() > kStartRedirects) return advice;
  TRY(store_->replay(0, [&](const Bytes& record) -> Expected<void> {
    auto response = TRY(decode_response(record.data(), record.size()));
    if (advice.empty()) advice = links_lead_out(setup_.config, response).value_or("");
    return {};
  }));
  return advice;
}

Expected<RunEnd> JobRunner::finish(StopReason reason) {
  std::string advice;
  if (reason == StopReason::frontier_empty) {
    TRY(check_reached());
    TRY(check_login());
    auto sought = TRY(start_page_advice());
    advice = std::move(sought);
  }
  TRY(write_manifest());
  if (recorded_) {
    TRY(recorded_->finish());
  }
  const int code = exit_code_of(reason);
  return RunEnd{{code == 0 ? "finished" : "stopped", std::string(to_string(reason))}, code, advice};
}

RunEnd JobRunner::stopped() const {
  return {{"stopped", "user"}, exit_code::kStopped, "stopped; the same command goes on from here"};
}

RunEnd JobRunner::fail_with(const Error& error) {
  (void)store_->add_event("error", error.message);
  // What was harvested before stays listed; a full disk may refuse even that.
  if (engine_ && store_->target_count() > 0) (void)write_manifest();
  return {{"failed", std::string(to_string(error.code))}, exit_code_of(error.code), error.message};
}

}  // namespace tagtrail::host
