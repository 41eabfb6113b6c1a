// Snapshots of the engine: they make resuming fast, and nothing hangs on them.
#include "job/runner.hpp"

namespace tagtrail::host {

SnapshotRule::Since JobRunner::since_snapshot() const {
  return {store_->response_count() - responses_at_snapshot_,
          store_->input_count() - inputs_at_snapshot_, bytes_since_snapshot_,
          std::chrono::duration_cast<std::chrono::milliseconds>(std::chrono::steady_clock::now() -
                                                                snapshot_at_)};
}

/// Not while more is being committed: how much is not known then.
bool JobRunner::snapshot_is_due() const {
  return !committing_ && snapshot_rule_.is_due(since_snapshot());
}

/// Where one fails the job goes on.
void JobRunner::take_snapshot() {
  if (!undelivered_.empty()) return;
  const SnapshotRule::Since since = since_snapshot();
  auto snapshot = engine_->snapshot();
  // The engine's next step finds out that it is gone.
  if (!snapshot && snapshot.error().code == ErrorCode::disconnected) return;
  Expected<void> kept;
  std::uint64_t bytes = 0;
  if (snapshot) {
    bytes = snapshot->size();
    kept = store_->save_snapshot(
        {store_->response_count(), store_->input_count(), std::move(*snapshot)});
  } else {
    kept = tl::unexpected(snapshot.error());
  }
  snapshot_at_ = std::chrono::steady_clock::now();
  if (!kept) {
    snapshot_rule_.failed(since);
    if (!std::exchange(snapshot_failed_, true)) {
      warn("limit", "no snapshot: " + kept.error().message + "; resuming will take longer");
    }
    return;
  }
  snapshot_rule_.taken(bytes);
  responses_at_snapshot_ += since.answers;
  inputs_at_snapshot_ += since.inputs;
  bytes_since_snapshot_ = 0;
}

void JobRunner::snapshot_at_end() {
  if (snapshot_rule_.is_due_at_end(since_snapshot())) take_snapshot();
}

void JobRunner::warn(std::string_view kind, std::string words) {
  (void)store_->add_event(kind, words);
  status_.warning = std::move(words);
}

}  // namespace tagtrail::host
