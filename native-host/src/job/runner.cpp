#include "job/runner.hpp"

#include <fmt/format.h>

#include "export/datapackage.hpp"
#include "job/status_json.hpp"
#include "tagtrail/protocol.hpp"

namespace tagtrail::host {
namespace {

constexpr std::uint64_t kSnapshotEvery = 500;
constexpr std::chrono::seconds kSnapshotAfter{30};
constexpr std::chrono::milliseconds kTellEvery{250};
constexpr std::size_t kNewestShown = 20;
constexpr int kEngineLosses = 20;

using Clock = std::chrono::steady_clock;

bool is_redirect(const Response& response) {
  return response.status >= 300 && response.status < 400 && !response.location.empty();
}

int exit_code_of(StopReason reason) {
  const bool done = reason == StopReason::frontier_empty || reason == StopReason::early_stopping;
  return done ? 0 : 4;
}

int exit_code_of(ErrorCode code) {
  switch (code) {
    case ErrorCode::disk_full:
      return 7;
    case ErrorCode::refused:
      return 6;
    case ErrorCode::invalid_argument:
    case ErrorCode::invalid_url:
      return 2;
    case ErrorCode::missing_dependency:
    case ErrorCode::busy:
    case ErrorCode::disconnected:
    case ErrorCode::network:
    case ErrorCode::wrong_version:
      return 3;
    default:
      return 70;
  }
}

}  // namespace

// ------------------------------------------------------------------------------------- Attention

std::vector<int> JobRunner::descriptors() {
  return link_ == nullptr ? std::vector<int>{} : link_->descriptors();
}

void JobRunner::attend() {
  // Serving a call may wait, and so attend, itself.
  if (attending_) return;
  attending_ = true;
  if (link_ != nullptr) link_->attend();
  tell(false);
  attending_ = false;
}

bool JobRunner::stopping() const {
  return stop_asked_ || time_is_up() ||
         (setup_.interrupted != nullptr && setup_.interrupted->load() > 0);
}

/// The engine learns the time only from answers; a slow one must not outlast the limit.
bool JobRunner::time_is_up() const { return elapsed_ms() >= setup_.config.budget.time_ms; }

std::uint64_t JobRunner::elapsed_ms() const {
  const auto running =
      std::chrono::duration_cast<std::chrono::milliseconds>(Clock::now() - started_);
  return elapsed_before_ms_ + static_cast<std::uint64_t>(running.count());
}

void JobRunner::tell(bool now) {
  if (!now && Clock::now() - told_at_ < kTellEvery) return;
  told_at_ = Clock::now();
  status_.seconds = static_cast<double>(elapsed_ms()) / 1000.0;
  status_.robots_requests = robots_ ? robots_->requests() : 0;
  if (setup_.on_progress) setup_.on_progress(status_);
  Channel* channel = link_ == nullptr ? nullptr : link_->channel();
  if (channel != nullptr) {
    channel->notice(protocol::notice::kJobProgress, job_progress_json(status_));
  }
}

Expected<Json> JobRunner::control(const std::string& action) {
  if (action == "pause") {
    paused_ = true;
  } else if (action == "resume") {
    paused_ = false;
  } else if (action == "stop") {
    stop_asked_ = true;
  } else {
    return fail(ErrorCode::invalid_argument, "unknown action: pause, resume or stop");
  }
  const std::string state = stop_asked_ ? "stopped" : paused_ ? "paused" : "running";
  return Json{{"state", state}};
}

// ------------------------------------------------------------------------------------- the loop

RunEnd JobRunner::run(ExtensionLink* link) {
  started_ = Clock::now();
  snapshot_at_ = started_;
  read_last_time();
  status_.state = {"running", ""};
  Expected<RunEnd> end = fail(ErrorCode::internal, "not run");
  const auto before = store_->state();
  if (before && before->state == "finished" && !config_changed_) {
    end = finished_before(*before);
  } else if (auto made = make_parts(link); !made) {
    end = tl::unexpected(made.error());
  } else {
    auto newest = store_->targets(kNewestShown);
    if (newest) status_.newest = std::move(*newest);
    end = loop();
  }
  RunEnd result = end ? *end : fail_with(end.error());
  status_.state = result.state;
  status_.current.reset();
  (void)store_->set_state(result.state);
  tell(true);
  if (link_ != nullptr) link_->attend();
  return result;
}

Expected<RunEnd> JobRunner::loop() {
  if (auto running = store_->set_state({"running", ""}); !running) {
    return tl::unexpected(running.error());
  }
  bool engine_open = false;
  int losses = 0;
  for (;;) {
    if (!engine_open) {
      auto opened = open_engine();
      if (!opened && (stopping() || opened.error().code != ErrorCode::disconnected ||
                      ++losses >= kEngineLosses || link_ == nullptr)) {
        if (stopping()) return stopped();
        return tl::unexpected(opened.error());
      }
      if (!opened) continue;
      engine_open = true;
    }
    if (auto waited = wait_while_paused(); !waited) return tl::unexpected(waited.error());
    if (stopping()) {
      if (auto kept = snapshot_if_due(true); !kept) return tl::unexpected(kept.error());
      if (time_is_up()) return finish(StopReason::max_time);
      if (auto written = write_manifest(); !written) return tl::unexpected(written.error());
      return stopped();
    }
    auto step = engine_->step(undelivered_, true);
    if (!step) {
      if (step.error().code != ErrorCode::disconnected) return tl::unexpected(step.error());
      if (++losses >= kEngineLosses) return tl::unexpected(step.error());
      engine_open = false;
      continue;
    }
    undelivered_.clear();
    status_.progress = step->progress;
    if (auto kept = snapshot_if_due(false); !kept) return tl::unexpected(kept.error());
    if (const auto* finished = std::get_if<Finished>(&*step->decision)) {
      if (auto kept = snapshot_if_due(true); !kept) return tl::unexpected(kept.error());
      return finish(finished->reason);
    }
    const auto* request = std::get_if<Request>(&*step->decision);
    if (request == nullptr) return fail(ErrorCode::internal, "the engine waits for nothing");
    auto ended = one_request(*request);
    if (!ended) {
      if (ended.error().code != ErrorCode::disconnected) return tl::unexpected(ended.error());
      if (++losses >= kEngineLosses) return tl::unexpected(ended.error());
      engine_open = false;
      continue;
    }
    losses = 0;
    if (ended->has_value()) return **ended;
  }
}

Expected<RunEnd> JobRunner::finished_before(const JobState& state) {
  if (auto made = make_parts(nullptr); !made) return tl::unexpected(made.error());
  if (auto opened = open_engine(); !opened) return tl::unexpected(opened.error());
  const auto step = engine_->step({}, false);
  if (!step) return tl::unexpected(step.error());
  status_.progress = step->progress;
  return RunEnd{state, 0, "this job was finished before; use another --out to harvest anew"};
}

/// Loads and commits. A result ends the run: the seed URL could not be had.
Expected<std::optional<RunEnd>> JobRunner::one_request(const Request& request) {
  status_.current = request;
  tell(false);
  auto loaded = loader_->load(request);
  if (!loaded) return tl::unexpected(loaded.error());
  if (!loaded->has_value()) return std::optional<RunEnd>{};  // stopping: asked again on resume
  status_.current.reset();
  Response& response = (*loaded)->response;
  response.issued = status_.progress.issued;
  response.at_ms = elapsed_ms();
  status_.sub_requests += response.sub_requests;
  if (!seed_answered_ && response.error != FetchError::none) {
    // Nothing was stored, so that the same command simply tries again.
    const bool refused =
        response.error == FetchError::robots || response.error == FetchError::refused_address;
    return fail(refused ? ErrorCode::refused : ErrorCode::network,
                fmt::format("{}: {}", request.url, response.error_text));
  }
  seed_answered_ = true;
  if (auto committed = commit(request, std::move(**loaded)); !committed) {
    return tl::unexpected(committed.error());
  }
  return std::optional<RunEnd>{};
}

Expected<void> JobRunner::commit(const Request& request, Loaded loaded) {
  const Response& response = loaded.response;
  undelivered_.push_back(encode_response(response));
  ResponseCommit commit;
  const auto chain = redirect_chains_.find(request.url);
  if (chain != redirect_chains_.end()) commit.redirect_chain = chain->second;
  for (const RedirectHop& hop : response.redirects) commit.redirect_chain.push_back(hop.url);
  if (is_redirect(response)) {
    auto onward = commit.redirect_chain;
    onward.push_back(request.url);
    redirect_chains_.clear();
    redirect_chains_.emplace(response.location, std::move(onward));
  }
  commit.page_via = request.source_page.empty() ? "" : store_->via_of_page(request.source_page);
  commit.request = request;
  commit.file = std::move(loaded.file);
  const bool new_file = commit.file.has_value();
  if (!response.error_text.empty() && response.requests == 0) {
    if (auto noted = store_->add_event("skip", request.url + ": " + response.error_text); !noted) {
      return noted;
    }
  }
  if (response.page.truncated) {
    auto noted = store_->add_event("limit", request.url + ": a page too large or too deep, cut");
    if (!noted) return noted;
  }
  commit.response = std::move(loaded.response);
  std::vector<ResponseCommit> batch;
  batch.push_back(std::move(commit));
  if (auto committed = store_->commit(std::move(batch)); !committed) {
    undelivered_.pop_back();
    return committed;
  }
  if (!new_file) return {};
  auto newest = store_->targets(kNewestShown);
  if (!newest) return tl::unexpected(newest.error());
  status_.newest = std::move(*newest);
  return {};
}

Expected<void> JobRunner::snapshot_if_due(bool now) {
  const std::uint64_t responses = store_->response_count();
  if (responses == responses_at_snapshot_ || !undelivered_.empty()) return {};
  const bool due = responses - responses_at_snapshot_ >= kSnapshotEvery ||
                   Clock::now() - snapshot_at_ >= kSnapshotAfter;
  if (!now && !due) return {};
  const auto snapshot = engine_->snapshot();
  if (!snapshot) {
    // The engine's next step finds out that it is gone.
    if (snapshot.error().code == ErrorCode::disconnected) return {};
    return tl::unexpected(snapshot.error());
  }
  responses_at_snapshot_ = responses;
  snapshot_at_ = Clock::now();
  return store_->save_snapshot(responses, *snapshot);
}

Expected<void> JobRunner::wait_while_paused() {
  if (!paused_) return {};
  status_.state = {"paused", ""};
  if (auto noted = store_->add_event("pause", "by the user"); !noted) return noted;
  tell(true);
  while (paused_ && !stopping()) {
    fetch_->downloader().poll(kTellEvery, descriptors());
    attend();
    if (link_ != nullptr && link_->channel() == nullptr) {
      return fail(ErrorCode::disconnected, "the browser has gone");
    }
  }
  status_.state = {"running", ""};
  return store_->add_event("resume", "by the user");
}

// ------------------------------------------------------------------------------------- endings

Expected<void> JobRunner::write_manifest() {
  PackageFacts facts;
  facts.seed_url = setup_.config.seed_url;
  facts.engine = std::string(engine_->kind());
  facts.policy = setup_.config.policy;
  facts.seed = setup_.config.seed;
  facts.version = setup_.version;
  facts.robots = setup_.options.robots;
  facts.delay_ms = static_cast<std::uint64_t>(setup_.options.delay.count());
  facts.connections = setup_.options.connections;
  return write_datapackage(*store_, facts);
}

Expected<RunEnd> JobRunner::finish(StopReason reason) {
  if (auto written = write_manifest(); !written) return tl::unexpected(written.error());
  if (recorded_) {
    if (auto crawled = recorded_->finish(); !crawled) return tl::unexpected(crawled.error());
  }
  const int code = exit_code_of(reason);
  return RunEnd{{code == 0 ? "finished" : "stopped", std::string(to_string(reason))}, code, {}};
}

RunEnd JobRunner::stopped() const {
  return {{"stopped", "user"}, 5, "stopped; the same command goes on from here"};
}

RunEnd JobRunner::fail_with(const Error& error) {
  (void)store_->add_event("error", error.message);
  // What was harvested before stays listed; a full disk may refuse even that.
  if (engine_ && store_->target_count() > 0) (void)write_manifest();
  return {{"failed", std::string(to_string(error.code))}, exit_code_of(error.code), error.message};
}

}  // namespace tagtrail::host
