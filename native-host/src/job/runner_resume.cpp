// The engine's state after a stop or crash: the newest snapshot, then the responses since. That may
// take long, so it says how far it is, and can be stopped.
#include "job/runner.hpp"
#include "tagtrail/read_watch.hpp"

namespace tagtrail::host {
namespace {

// So that a step takes well under a second.
constexpr std::size_t kReplayBatch = 64;
constexpr std::size_t kReplayBytes = std::size_t{256} << 10U;

}  // namespace

/// Snapshot, then the responses since: the same crawl, the same next decision.
Expected<void> JobRunner::open_engine() {
  if (link_ != nullptr) {
    TRY(link_->ensure([this] { return stopping(); }));
  }
  take_over_outgrown();
  undelivered_.clear();
  if (store_->response_count() > 0) status_.resuming = Resuming{0, store_->response_count()};
  tell(true);
  const auto restored = TRY(restore_snapshot());
  if (!restored) {
    auto config = TRY(first_config());
    TRY(engine_->open(config, std::nullopt, [] { return true; }));
    responses_at_snapshot_ = 0;
    inputs_at_snapshot_ = 0;
  }
  engine_lost_ = false;
  bytes_since_snapshot_ = 0;
  auto replayed = replay_from(responses_at_snapshot_, inputs_at_snapshot_);
  status_.resuming.reset();
  return replayed;
}

/// The host's own engine decides as the extension's does, and has the memory of the machine.
void JobRunner::take_over_outgrown() {
  const std::string why = engine_->outgrown();
  if (why.empty()) return;
  warn("limit", "the browser has no room for what this job knows (" + why +
                    "): the engine goes on outside of it");
  engine_ = make_native_engine();
}

/// Whether there was one that could be used.
Expected<bool> JobRunner::restore_snapshot() {
  if (config_changed_) return false;
  // No attending in there: that may take the engine's channel away.
  const auto go_on = [this] {
    tell(false);
    return !is_told_to_stop();
  };
  auto snapshot = TRY([&] {
    const ReadWatch watch([&](std::size_t) { return go_on(); });
    return store_->latest_snapshot();
  }());
  if (!snapshot) return false;
  const std::uint64_t bytes = snapshot->bytes.size();
  const auto opened = engine_->open(setup_.config, std::move(snapshot->bytes), go_on);
  if (!opened) {
    if (opened.error().code == ErrorCode::disconnected) return tl::unexpected(opened.error());
    // A snapshot only saves time: without it everything is delivered again.
    (void)store_->add_event("error", "snapshot not used: " + opened.error().message);
    return false;
  }
  responses_at_snapshot_ = snapshot->responses;
  inputs_at_snapshot_ = snapshot->inputs;
  snapshot_rule_.taken(bytes);
  return true;
}

/// Delivers a batch; `responses` is how many that makes.
Expected<void> JobRunner::flush_replayed(std::vector<Bytes>& batch, std::uint64_t responses) {
  attend();
  if (is_told_to_stop()) return fail(ErrorCode::disconnected, "told to stop");
  const auto step = TRY(engine_->step(batch, false));
  status_.progress = step.progress;
  if (status_.resuming) status_.resuming->answers = responses;
  batch.clear();
  return {};
}

Expected<void> JobRunner::replay_from(std::uint64_t responses, std::uint64_t inputs) {
  auto told = store_->inputs(inputs);
  if (!told) return tl::unexpected(told.error());
  std::size_t heard = 0;
  std::vector<Bytes> batch;
  std::size_t batch_bytes = 0;
  const auto flush = [&]() -> Expected<void> {
    bytes_since_snapshot_ += std::exchange(batch_bytes, 0);
    return flush_replayed(batch, responses);
  };
  const auto tell_due = [&]() -> Expected<void> {
    for (; heard < told->size() && (*told)[heard].responses <= responses; ++heard) {
      TRY(flush());
      const auto taken = tell_engine((*told)[heard]);
      if (taken) continue;
      if (taken.error().code == ErrorCode::disconnected) return taken;
      // It was refused the first time, too.
      (void)store_->add_event("error", "not told again: " + taken.error().message);
    }
    return {};
  };
  auto replayed = store_->replay(responses, [&](const Bytes& record) -> Expected<void> {
    TRY(tell_due());
    batch.push_back(record);
    batch_bytes += record.size();
    ++responses;
    const bool full = batch.size() >= kReplayBatch || batch_bytes >= kReplayBytes;
    return full ? flush() : Expected<void>{};
  });
  // At least once: the engine of a snapshot tells how far it is. And as long as the user says more.
  do {
    if (replayed) replayed = tell_due();
    if (replayed) replayed = flush();
    if (!replayed) return replayed;
    told = store_->inputs(inputs += std::exchange(heard, 0));
    if (!told) return tl::unexpected(told.error());
  } while (!told->empty());
  return {};
}

}  // namespace tagtrail::host
