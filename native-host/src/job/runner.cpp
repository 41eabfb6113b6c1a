#include "job/runner.hpp"

#include <algorithm>

namespace tagtrail::host {
namespace {

constexpr int kEngineLosses = 20;
/// For each connection one request is under way and one waits, so that none is ever idle. Who
/// decides on more knows less of what the others brought.
constexpr std::size_t kDecidedForEach = 2;

}  // namespace

RunEnd JobRunner::run(ExtensionLink* link) {
  started_ = std::chrono::steady_clock::now();
  snapshot_at_ = started_;
  status_.state = {"running", ""};
  Expected<RunEnd> end = fail(ErrorCode::internal, "not run");
  const auto before = store_->state();
  if (auto read = read_shown(); !read) {
    end = tl::unexpected(read.error());
  } else if (before && before->state == "finished" && !config_changed_ && !inputs_at_start_) {
    end = finished_before(*before);
  } else if (auto made = make_parts(link); !made) {
    end = tl::unexpected(made.error());
  } else {
    end = loop();
  }
  give_up_loads();
  if (auto closed = close_archive(end.has_value()); !closed && end) {
    end = tl::unexpected(closed.error());
  }
  // What was sent for nothing is recorded too; how the run ended does not hang on it.
  (void)store_->commit({});
  RunEnd result = end ? *end : fail_with(end.error());
  ended_ = true;
  status_.state = result.state;
  status_.message = result.message;
  status_.resuming.reset();
  status_.current.reset();
  (void)store_->set_state(result.state);
  tell(true);
  if (link_ != nullptr) link_->attend();
  return result;
}

Expected<RunEnd> JobRunner::loop() {
  auto running = store_->set_state({"running", ""});
  if (running) running = keep_facts();
  if (!running) return tl::unexpected(running.error());
  for (;;) {
    Expected<std::optional<RunEnd>> went;
    if (engine_open_) {
      went = round();
    } else if (auto opened = open_engine(); !opened) {
      went = tl::unexpected(opened.error());
    }
    if (went && went->has_value()) return std::move(**went);
    if (went) {
      engine_open_ = true;
      continue;
    }
    give_up_loads();
    if (!engine_open_ && stopping()) return stopped();
    const bool lost = went.error().code == ErrorCode::disconnected && link_ != nullptr;
    if (!lost || paused_ || ++losses_ >= kEngineLosses) return tl::unexpected(went.error());
    engine_open_ = false;
  }
}

/// Asks for what may be in flight, waits until some of it has come, and commits that. A result ends
/// the run.
Expected<std::optional<RunEnd>> JobRunner::round() {
  if (engine_lost_) return fail(ErrorCode::disconnected, "the engine did not answer");
  TRY(heed_pause());
  if (stopping()) return stop();
  const auto finished = TRY(ask());
  if (finished.has_value()) {
    TRY(end_commit());
    TRY(deliver());
    TRY(keep_acting());
    snapshot_at_end();
    auto end = TRY(finish(*finished));
    return end;
  }
  status_.current.reset();
  if (!loads_.empty()) status_.current = loads_.front().request;
  fetch_->set_pressure({status_.progress.frontier > 0, bytes_left()});
  tell(false);
  // What a replica answered is there at once.
  const bool any =
      std::any_of(loads_.begin(), loads_.end(), [](const Load& load) { return load.task.done(); });
  if (any && !committing_) {
    fetch_->turn(std::chrono::milliseconds{0});
  } else {
    fetch_->turn();
  }
  TRY(commit_loaded());
  TRY(keep_attempts());
  return heed_login();
}

/// What has come is kept; what is in flight is asked for again by the next run.
Expected<std::optional<RunEnd>> JobRunner::stop() {
  const auto limit = limit_in_flight();
  for (std::size_t before = loads_.size() + 1; loads_.size() < before;) {
    before = loads_.size();
    auto committed = end_commit();
    if (committed) committed = commit_loaded();
    if (committed) committed = end_commit();
    if (!committed) return tl::unexpected(committed.error());
  }
  give_up_loads();
  TRY(deliver());
  TRY(keep_acting());
  snapshot_at_end();
  if (!limit) {
    TRY(write_manifest());
    return stopped();
  }
  auto end = TRY(finish(*limit));
  return end;
}

Expected<void> JobRunner::deliver() {
  if (undelivered_.empty()) return {};
  const auto step = TRY(engine_->step(undelivered_, false));
  undelivered_.clear();
  status_.progress = step.progress;
  return {};
}

/// Delivers what was committed, and starts what the engine asks for. Its reason when it is done.
Expected<std::optional<StopReason>> JobRunner::ask() {
  const auto none = std::optional<StopReason>{};
  if (paused_) {
    TRY(deliver());
    return none;
  }
  const std::size_t most = kDecidedForEach * setup_.options.connections;
  auto fetching = static_cast<std::size_t>(std::count_if(
      loads_.begin(), loads_.end(), [](const Load& load) { return !load.task.done(); }));
  while (!engine_waits_ && fetching < most && loads_.size() < setup_.config.in_flight) {
    const auto step = TRY(engine_->step(undelivered_, true));
    undelivered_.clear();
    status_.progress = step.progress;
    if (snapshot_is_due()) take_snapshot();
    if (const auto* finished = std::get_if<Finished>(&*step.decision)) return finished->reason;
    if (const auto* request = std::get_if<Request>(&*step.decision)) {
      start(*request);
      ++fetching;
    } else if (loads_.empty() && !committing_) {
      return fail(ErrorCode::internal, "the engine waits for nothing");
    } else {
      engine_waits_ = true;
    }
  }
  return none;
}

void JobRunner::start(const Request& request) {
  Load& load = loads_.emplace_back();
  load.request = request;
  load.redirect_chain = redirect_chains_.take(request.url);
  load.task = loader_->load(load.request);
  load.task.start();
}

void JobRunner::give_up_loads() {
  for (Load& load : loads_) {
    redirect_chains_.put(load.request.url, std::move(load.redirect_chain));
    if (!load.task.done()) continue;
    std::error_code ignored;
    const auto loaded = load.task.take();
    if (loaded && loaded->file) std::filesystem::remove(loaded->file->file, ignored);
  }
  loads_.clear();
  if (fetch_) fetch_->cancel_all();
  engine_waits_ = false;
  status_.current.reset();
}

/// What is in flight comes in, nothing more is sent.
Expected<void> JobRunner::heed_pause() {
  if (paused_ && link_ != nullptr && link_->channel() == nullptr) {
    return fail(ErrorCode::disconnected, "the browser has gone");
  }
  if (!paused_) start_held();
  const bool was_paused = status_.state.state == "paused";
  if (paused_ == was_paused) return {};
  // Whoever is told may resume at once.
  const bool pausing = paused_;
  const auto why = status_.attention;
  fetch_->permits().hold(pausing);
  count_pause();
  status_.state = {pausing ? "paused" : "running", ""};
  tell(true);
  return store_->add_event(pausing ? "pause" : "resume",
                           why ? why->kind + ": " + why->url : "by the user");
}

}  // namespace tagtrail::host
