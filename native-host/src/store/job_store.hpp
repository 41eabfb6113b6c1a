// The job folder on disk (docs/job-folder.md): one SQLite database, the harvested files, the log.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "store/acting_links.hpp"
#include "store/commit_worker.hpp"
#include "store/job_config.hpp"
#include "store/page_datasets.hpp"
#include "store/read_left_out.hpp"
#include "store/revisits.hpp"
#include "store/snapshots.hpp"
#include "store/store_parts.hpp"

namespace tagtrail::host {

/// The store of one job. Exclusive: holds the folder's lock until destroyed. For one thread; a
/// commit may go on beside it, for which all functions wait, but dir(), partial_dir(),
/// add_attempt() and add_robots(). Every error leaves what was committed before whole. Requests and
/// robots.txt that it is told of are written by the next commit, in its transaction.
class JobStore final : public TargetList, public PolitenessLog {
 public:
  using Snapshot = host::Snapshot;

  /// Creates `dir` (and the database) or opens the job in it. Errors: busy (another process owns
  /// it), wrong_version (a newer database), io, disk_full, invalid_data (not a job folder, or
  /// damaged).
  static Expected<std::unique_ptr<JobStore>> open(const std::filesystem::path& dir);

  const std::filesystem::path& dir() const { return parts_->dir; }
  /// For downloads in progress; emptied by open().
  std::filesystem::path partial_dir() const { return parts_->partial_dir(); }

  /// Text values by name: the configuration, options, versions.
  Expected<void> set(std::string_view name, std::string_view value) {
    return set_config_value(database(), name, value);
  }
  Expected<std::optional<std::string>> get(std::string_view name) const {
    return config_value(database(), name);
  }
  /// A NameMask for the files from here on, kept with the job. Errors: invalid_argument.
  Expected<void> name_files_by(std::string_view mask);
  Expected<void> set_state(const JobState& state) { return host::set_state(database(), state); }
  Expected<JobState> state() const { return read_state(database()); }
  /// A note for people, as host::add_event().
  Expected<void> add_event(std::string_view kind, std::string_view text) {
    return host::add_event(database(), kind, text);
  }

  /// One transaction, synced (WAL, synchronous=FULL): responses with their links, decisions and
  /// targets; the files are synced and moved to their final names first (safe, unique, equal
  /// contents hard linked), so that a crash in between leaves at most a file that open() removes
  /// again. A URL already committed as a target is not committed again; but a revisit that brought
  /// other contents becomes the target, and what was there before stays as a version of it. What
  /// each request of a round says of a target is recorded (revisits.hpp). An empty batch writes
  /// what else there is for it.
  Expected<void> commit(const std::vector<ResponseCommit>& batch);
  /// The same beside the fetching (commit_worker.hpp). The one before must have been ended.
  void begin_commit(std::vector<ResponseCommit> batch);
  int descriptor() const { return worker_.descriptor(); }
  bool ended() const { return worker_.ended(); }
  Expected<void> end_commit() { return worker_.end(); }

  /// Places of synced WARC records, written by the next commit() in its transaction. Records of a
  /// committed URL that had no response become the response's.
  void add_archived(std::vector<ArchiveRecord> records) { parts().archive.add(std::move(records)); }
  const ArchiveIndex& archive() const { return parts().archive; }
  void add_attempt(Attempt attempt) override { told_.attempts.push_back(std::move(attempt)); }
  void add_robots(RobotsFacts facts) override { told_.robots.push_back(std::move(facts)); }

  std::uint64_t response_count() const { return parts().responses.count(); }
  /// When the first answer was committed, RFC 3339, UTC; empty: there is none.
  Expected<std::string> began_at() const { return parts().responses.first_committed_at(); }
  /// Calls `take` with the encoded records `first` (0-based), `first`+1, ... in order of commit.
  Expected<void> replay(std::uint64_t first,
                        const std::function<Expected<void>(const Bytes&)>& take) const {
    return parts().responses.replay(dir(), first, take);
  }
  /// The encoded record of response `n`, from 1 on; empty: there is none.
  Expected<Bytes> record(std::uint64_t n) const { return parts().responses.record(n); }
  /// How many of the committed responses brought nothing, by skip_kind().
  Expected<std::map<std::string, std::uint64_t>> skips() const { return parts().responses.skips(); }
  /// Via of a page already committed (`host`, `browser`, `tab`), empty when unknown.
  std::string via_of_page(std::string_view url) const { return parts().responses.via_of_page(url); }

  /// As Inputs has it.
  Expected<std::uint64_t> add_inputs(const std::vector<JobInput>& inputs) {
    return parts().inputs.add(inputs);
  }
  Expected<void> forget_inputs() { return parts().inputs.forget(); }
  std::uint64_t input_count() const { return parts().inputs.count(); }
  Expected<std::vector<JobInput>> inputs(std::uint64_t first) const {
    return parts().inputs.from(first);
  }

  /// As host::save_snapshot() and host::latest_snapshot().
  Expected<void> save_snapshot(const Snapshot& snapshot) {
    return host::save_snapshot(database(), snapshot);
  }
  Expected<std::optional<Snapshot>> latest_snapshot() const {
    return host::latest_snapshot(database());
  }

  /// As host::add_acting() and host::count_acting().
  Expected<void> add_acting(std::uint64_t from, const std::vector<ActingLink>& links) {
    return host::add_acting(database(), from, links);
  }
  Expected<std::uint64_t> acting_count() const { return count_acting(database()); }
  /// What only the caller knows of, in the place of what was kept for the same cause; a count of 0
  /// takes it away.
  Expected<void> keep_left_out(const std::vector<LeftOut>& list) {
    return host::keep_left_out(database(), list);
  }
  Expected<std::string> datasets_of(const std::string& page) const override {
    return read_datasets(database(), page);
  }
  Expected<std::unordered_map<std::string, std::string>> describing_pages() const override {
    return read_describing_pages(database());
  }
  Expected<std::optional<LookRow>> look_of(const std::string& sha256) const override {
    return read_look(database(), sha256);
  }
  Expected<std::vector<std::string>> same_table(const LookRow& look,
                                                std::size_t limit) const override {
    return paths_of_kin(database(), look, limit);
  }
  /// As host::write_looks(), host::contents_to_look_into() and host::forget_looks().
  Expected<void> keep_looks(const std::vector<LookRow>& looks) {
    return write_looks(database(), looks);
  }
  Expected<std::vector<Contents>> to_look_into(int version) const {
    return contents_to_look_into(database(), version);
  }
  Expected<void> forget_looks() { return host::forget_looks(database()); }
  Expected<std::vector<LeftOut>> left_out() const override { return read_left_out(database()); }

  std::uint64_t target_count() const { return parts().targets.count(); }
  Expected<void> each_target(const TakeTarget& take) const override {
    return host::each_target(database(), take);
  }
  /// At most `limit`, newest first, without the `offset` newest.
  Expected<std::vector<TargetRow>> newest_targets(std::uint64_t offset, std::uint64_t limit) const {
    return host::newest_targets(database(), offset, limit);
  }
  Expected<RevisitReport> revisits() const override { return read_revisits(database()); }
  /// Those of the newest answer of a URL that was kept; empty when it gave none, or when the file
  /// that came with them is no longer there.
  Expected<Validators> validators(const std::string& url) const;
  /// SHA-256 of the target that is kept of a URL; nothing when there is none.
  Expected<std::optional<std::string>> digest_of(const std::string& url) const {
    return parts().targets.digest_of(url);
  }
  /// Gives `file`, which came again as the job has it, the place that the list names, should there
  /// be nothing any more. Whether it did.
  Expected<bool> put_back(const std::string& url, const FetchedFile& file) {
    return parts().put_back(url, file);
  }

 private:
  JobStore(std::unique_ptr<StoreParts> parts, CommitWorker worker)
      : parts_(std::move(parts)), worker_(std::move(worker)) {}
  /// Once no commit is at them.
  StoreParts& parts() const {
    worker_.wait();
    return *parts_;
  }
  sqlite::Database& database() const { return parts().database; }

  std::unique_ptr<StoreParts> parts_;
  PolitenessFacts told_;  ///< not in the parts yet: a commit may be at work
  CommitWorker worker_;   ///< last: its thread uses the parts
};

}  // namespace tagtrail::host
