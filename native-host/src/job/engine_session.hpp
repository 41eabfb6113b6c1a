// A job's session with its engine: opened from the newest snapshot and what was committed since,
// told of answers and inputs in their order, and opened again when it was lost.
#pragma once

#include <chrono>
#include <memory>
#include <vector>

#include "job/engine_port.hpp"
#include "job/extension_link.hpp"
#include "job/job_watch.hpp"
#include "job/snapshot_rule.hpp"
#include "job/status.hpp"
#include "store/job_store.hpp"

namespace tagtrail::host {

/// Keeps `progress`, `resuming` and `warning` of the status. Errors `disconnected`: the engine is
/// lost, and with it what was not opened again.
class EngineSession {
 public:
  /// All borrowed. `old_snapshots`: whether those of earlier runs are of the same settings.
  EngineSession(JobStore& store, JobWatch& watch, JobStatus& status, bool old_snapshots)
      : store_(store), watch_(watch), status_(status), old_snapshots_(old_snapshots) {}

  /// Null: the engine is in this process; else it is the extension's. To be called before open().
  void connect(ExtensionLink* link);
  bool is_connected() const { return engine_ != nullptr; }
  /// A new engine that knows all that is committed: the same crawl, the same next decision. It says
  /// how far it is, and can be stopped.
  Expected<void> open(const Config& config);
  bool is_open() const { return open_; }
  /// Nothing more is asked of the engine unless it is opened again.
  void close() { open_ = false; }
  /// Closes one that is lost; false when that has happened too often since an answer was committed.
  bool lose();
  /// Errors: disconnected, when a call in between found that it is gone.
  Expected<void> still_there() const;

  /// What the engine wants next, having been told of all that is committed.
  Expected<Decision> decide();
  /// Whether it has nothing to ask for before the next answer or input.
  bool waits() const { return waits_; }
  /// Whether the engine is in this process, and takes responses as they are.
  bool is_here() const { return engine_->kind() == "native"; }
  /// Answers, as they were committed: to be delivered.
  void add(std::vector<Answer> answers);
  Expected<void> deliver();
  /// Of inputs that are recorded. An engine that is not there will be told by its replay.
  Expected<void> tell(const std::vector<JobInput>& inputs);
  /// The user's word is recorded and told. Errors: those of Engine::teach; io, disk_full.
  Expected<void> teach(const Feedback& feedback);
  /// The same of URLs that are to be asked for once more.
  Expected<void> read_again(const std::vector<std::string>& urls);
  /// None while the engine is not there.
  Expected<std::vector<LinkGroup>> groups(std::size_t limit);
  /// The policy's own accounts (Engine::groups). None while the engine is not there.
  Expected<std::vector<GroupReport>> policy_groups();
  std::string_view kind() const { return engine_->kind(); }

  /// Snapshots make resuming fast, and nothing hangs on them: where one fails the job goes on.
  /// Whether one is due is not to be asked while a commit is under way: how much is not known then.
  bool snapshot_is_due() const { return rule_.is_due(since_snapshot()); }
  void take_snapshot();
  /// Delivers what was committed and keeps what the engine alone knows; a snapshot where one is
  /// due, which it is sooner `at_end` of a run.
  Expected<void> settle(bool at_end);

 private:
  Expected<std::optional<Decision>> step(EnginePort::Then then);
  void take_over_outgrown();
  Expected<bool> restore_snapshot(const Config& config);
  Expected<void> replay();
  Expected<void> replay_batch(std::vector<Answer>& batch, std::uint64_t responses);
  /// What the engine has left out since it was asked last comes into the job's list.
  Expected<void> keep_acting();
  SnapshotRule::Since since_snapshot() const;
  void warn(std::string words);

  JobStore& store_;
  JobWatch& watch_;
  JobStatus& status_;
  bool old_snapshots_;
  ExtensionLink* link_ = nullptr;
  std::unique_ptr<EnginePort> engine_;
  std::vector<Answer> undelivered_;  ///< committed, not yet told to the engine
  int losses_ = 0;                   ///< since a response was last committed
  bool open_ = false;                ///< it has all that was committed but undelivered_
  bool lost_ = false;                ///< found out between its steps
  bool waits_ = false;

  SnapshotRule rule_;
  std::uint64_t responses_at_snapshot_ = 0;
  std::uint64_t inputs_at_snapshot_ = 0;
  std::uint64_t bytes_since_snapshot_ = 0;  ///< of records
  std::chrono::steady_clock::time_point snapshot_at_ = std::chrono::steady_clock::now();
  bool snapshot_failed_ = false;
};

}  // namespace tagtrail::host
