#include "job/engine_session.hpp"

#include "job/job_inputs.hpp"
#include "tagtrail/read_watch.hpp"

namespace tagtrail::host {
namespace {

constexpr int kMostLosses = 20;
// So that a step of a replay takes well under a second.
constexpr std::size_t kReplayBatch = 64;
constexpr std::size_t kReplayBytes = std::size_t{256} << 10U;
constexpr std::size_t kListedAtOnce = 500;

}  // namespace

void EngineSession::connect(ExtensionLink* link) {
  link_ = link;
  engine_ = link == nullptr ? make_native_engine()
                            : make_remote_engine(status_.job, [link] { return link->channel(); });
}

Expected<void> EngineSession::open(const Config& config) {
  if (link_ != nullptr) {
    TRY(link_->ensure([this] { return watch_.stopping(); }));
  }
  take_over_outgrown();
  undelivered_.clear();
  if (store_.response_count() > 0) status_.resuming = Resuming{0, store_.response_count()};
  watch_.tell(true);
  if (!TRY(restore_snapshot(config))) {
    TRY(engine_->open(TRY(first_config(store_, config)), std::nullopt, [] { return true; }));
    responses_at_snapshot_ = 0;
    inputs_at_snapshot_ = 0;
  }
  lost_ = false;
  waits_ = false;
  bytes_since_snapshot_ = 0;
  const auto replayed = replay();
  status_.resuming.reset();
  open_ = replayed.has_value();
  return replayed;
}

bool EngineSession::lose() {
  if (++losses_ >= kMostLosses) return false;
  close();
  return true;
}

Expected<void> EngineSession::still_there() const {
  if (lost_) return fail(ErrorCode::disconnected, "the engine did not answer");
  return {};
}

/// The host's own engine decides as the extension's does, and has the memory of the machine.
void EngineSession::take_over_outgrown() {
  const std::string why = engine_->outgrown();
  if (why.empty()) return;
  warn("the engine in the browser can't go on (" + why + "): the program's own does");
  engine_ = make_native_engine();
}

/// Whether there was one that could be used.
Expected<bool> EngineSession::restore_snapshot(const Config& config) {
  if (!old_snapshots_) return false;
  // No attending in there: that may take the engine's channel away.
  const auto go_on = [this] {
    watch_.tell(false);
    return !watch_.is_told_to_stop();
  };
  auto snapshot = TRY([&] {
    const ReadWatch watch([&](std::size_t) { return go_on(); });
    return store_.latest_snapshot();
  }());
  if (!snapshot) return false;
  const std::uint64_t bytes = snapshot->bytes.size();
  const auto opened = engine_->open(config, std::move(snapshot->bytes), go_on);
  if (!opened) {
    if (opened.error().code == ErrorCode::disconnected) return tl::unexpected(opened.error());
    // A snapshot only saves time: without it everything is delivered again.
    (void)store_.add_event("error", "snapshot not used: " + opened.error().message);
    return false;
  }
  responses_at_snapshot_ = snapshot->responses;
  inputs_at_snapshot_ = snapshot->inputs;
  rule_.taken(bytes);
  return true;
}

/// All that came since the snapshot, each input in its place.
Expected<void> EngineSession::replay() {
  std::uint64_t responses = responses_at_snapshot_;
  std::uint64_t inputs = inputs_at_snapshot_;
  auto told = TRY(store_.inputs(inputs));
  std::size_t heard = 0;
  std::vector<Answer> batch;
  std::size_t batch_bytes = 0;
  const auto flush = [&] {
    bytes_since_snapshot_ += std::exchange(batch_bytes, 0);
    return replay_batch(batch, responses);
  };
  const auto tell_due = [&]() -> Expected<void> {
    for (; heard < told.size() && told[heard].responses <= responses; ++heard) {
      TRY(flush());
      const auto taken = tell_engine(*engine_, told[heard]);
      if (taken) continue;
      if (taken.error().code == ErrorCode::disconnected) return taken;
      // It was refused the first time, too.
      (void)store_.add_event("error", "not told again: " + taken.error().message);
    }
    return {};
  };
  TRY(store_.replay(responses, [&](const Bytes& record) -> Expected<void> {
    TRY(tell_due());
    batch.push_back({std::make_shared<const Bytes>(record), std::nullopt});
    batch_bytes += record.size();
    ++responses;
    const bool full = batch.size() >= kReplayBatch || batch_bytes >= kReplayBytes;
    return full ? flush() : Expected<void>{};
  }));
  // At least once: the engine of a snapshot tells how far it is. And as long as the user says more.
  do {
    TRY(tell_due());
    TRY(flush());
    told = TRY(store_.inputs(inputs += std::exchange(heard, 0)));
  } while (!told.empty());
  return {};
}

/// `responses` is how many that makes.
Expected<void> EngineSession::replay_batch(std::vector<Answer>& batch, std::uint64_t responses) {
  watch_.attend();
  if (watch_.is_told_to_stop()) return fail(ErrorCode::disconnected, "told to stop");
  const auto step = TRY(engine_->step(std::exchange(batch, {}), EnginePort::Then::nothing));
  status_.progress = step.progress;
  if (status_.resuming) status_.resuming->answers = responses;
  return {};
}

Expected<std::optional<Decision>> EngineSession::step(EnginePort::Then then) {
  auto step = TRY(engine_->step(std::exchange(undelivered_, {}), then));
  status_.progress = step.progress;
  return std::move(step.decision);
}

Expected<Decision> EngineSession::decide() {
  auto decision = TRY(step(EnginePort::Then::decide));
  waits_ = std::holds_alternative<Wait>(*decision);
  return std::move(*decision);
}

void EngineSession::add(std::vector<Answer> answers) {
  for (const Answer& answer : answers) bytes_since_snapshot_ += answer.record->size();
  std::move(answers.begin(), answers.end(), std::back_inserter(undelivered_));
  waits_ = false;
  losses_ = 0;
}

Expected<void> EngineSession::deliver() {
  if (!undelivered_.empty()) TRY(step(EnginePort::Then::nothing));
  return {};
}

Expected<void> EngineSession::teach(const Feedback& feedback) {
  TRY(validate(feedback));
  const std::vector<JobInput> inputs{feedback_input(store_, feedback, false)};
  TRY(store_.add_inputs(inputs));
  return tell(inputs);
}

Expected<void> EngineSession::read_again(const std::vector<std::string>& urls) {
  std::vector<JobInput> inputs;
  for (const std::string& url : urls) {
    Feedback feedback;
    feedback.word = Word::again;
    feedback.url = url;
    inputs.push_back(feedback_input(store_, feedback, false));
  }
  if (inputs.empty()) return {};
  TRY(store_.add_inputs(inputs));
  return tell(inputs);
}

Expected<void> EngineSession::tell(const std::vector<JobInput>& inputs) {
  if (!open_ || lost_) return {};
  waits_ = false;
  auto heard = deliver();
  for (const JobInput& input : inputs) {
    if (heard) heard = tell_engine(*engine_, input);
  }
  lost_ = !heard && heard.error().code == ErrorCode::disconnected;
  return lost_ ? Expected<void>{} : heard;
}

Expected<std::vector<LinkGroup>> EngineSession::groups(std::size_t limit) {
  if (!open_ || lost_) return std::vector<LinkGroup>{};
  auto groups = engine_->groups(limit);
  lost_ = !groups && groups.error().code == ErrorCode::disconnected;
  return lost_ ? std::vector<LinkGroup>{} : std::move(groups);
}

/// An engine that is elsewhere tells links by their groups alone; all it knows is in its snapshot.
Expected<std::vector<GroupReport>> EngineSession::policy_groups() {
  if (!open_ || lost_) return std::vector<GroupReport>{};
  const auto snapshot = engine_->snapshot();
  lost_ = !snapshot && snapshot.error().code == ErrorCode::disconnected;
  if (lost_) return std::vector<GroupReport>{};
  const Bytes bytes = TRY(snapshot);
  return TRY(Engine::restore(bytes.data(), bytes.size()))->groups();
}

Expected<void> EngineSession::keep_acting() {
  auto from = TRY(store_.acting_count());
  for (;;) {
    auto told = engine_->acting_links(from, kListedAtOnce);
    // An engine that is gone tells it when it is there again.
    if (!told && told.error().code == ErrorCode::disconnected) return {};
    const auto links = TRY(std::move(told));
    TRY(store_.add_acting(from, links));
    from += links.size();
    if (links.size() < kListedAtOnce) return {};
  }
}

SnapshotRule::Since EngineSession::since_snapshot() const {
  return {store_.response_count() - responses_at_snapshot_,
          store_.input_count() - inputs_at_snapshot_, bytes_since_snapshot_,
          std::chrono::duration_cast<std::chrono::milliseconds>(std::chrono::steady_clock::now() -
                                                                snapshot_at_)};
}

Expected<void> EngineSession::settle(bool at_end) {
  if (!at_end && !snapshot_is_due()) return {};
  if (at_end) {
    (void)TRY(step(EnginePort::Then::account));
  } else {
    TRY(deliver());
  }
  TRY(keep_acting());
  if (!at_end || rule_.is_due_at_end(since_snapshot())) take_snapshot();
  return {};
}

void EngineSession::take_snapshot() {
  if (!undelivered_.empty()) return;
  const SnapshotRule::Since since = since_snapshot();
  auto snapshot = engine_->snapshot();
  // The engine's next step finds out that it is gone.
  if (!snapshot && snapshot.error().code == ErrorCode::disconnected) return;
  const std::uint64_t bytes = snapshot ? snapshot->size() : 0;
  const auto kept = std::move(snapshot).and_then([this](Bytes&& taken) {
    return store_.save_snapshot({store_.response_count(), store_.input_count(), std::move(taken)});
  });
  snapshot_at_ = std::chrono::steady_clock::now();
  if (!kept) {
    rule_.failed(since);
    if (!std::exchange(snapshot_failed_, true)) {
      warn("no snapshot: " + kept.error().message + "; resuming will take longer");
    }
    return;
  }
  rule_.taken(bytes);
  responses_at_snapshot_ += since.answers;
  inputs_at_snapshot_ += since.inputs;
  bytes_since_snapshot_ = 0;
}

void EngineSession::warn(std::string words) {
  (void)store_.add_event("limit", words);
  status_.warning = std::move(words);
}

}  // namespace tagtrail::host
