// A job's store whose commits go on beside the fetching: what waits for the disk there keeps no
// connection waiting.
#pragma once

#include <future>
#include <memory>
#include <vector>

#include "store/job_store.hpp"
#include "system/descriptor.hpp"

namespace tagtrail::host {

/// For one thread, like any JobStore. All of a JobStore's functions wait for a commit that was
/// begun, but dir() and partial_dir(), add_attempt() and add_robots().
class BackgroundStore final : public JobStore {
 public:
  /// Errors: io (no descriptor).
  static Expected<std::unique_ptr<BackgroundStore>> create(std::unique_ptr<JobStore> store);
  /// Waits for a commit that was begun.
  ~BackgroundStore() override;
  BackgroundStore(const BackgroundStore&) = delete;
  BackgroundStore& operator=(const BackgroundStore&) = delete;

  /// Begins commit(batch). The one before must have been ended.
  void begin_commit(std::vector<ResponseCommit> batch);
  /// Readable when end_commit() would not wait.
  int descriptor() const { return event_.get(); }
  /// Whether the commit that was begun is over.
  bool ended() const;
  /// Waits for the commit that was begun, and says how it went.
  Expected<void> end_commit();

  const std::filesystem::path& dir() const override { return store_->dir(); }
  std::filesystem::path partial_dir() const override { return store_->partial_dir(); }
  void add_attempt(Attempt attempt) override { attempts_.push_back(std::move(attempt)); }
  void add_robots(RobotsFacts facts) override { robots_.push_back(std::move(facts)); }

  Expected<void> set(std::string_view name, std::string_view value) override {
    return settled().set(name, value);
  }
  Expected<std::optional<std::string>> get(std::string_view name) const override {
    return settled().get(name);
  }
  Expected<void> name_files_by(std::string_view mask) override {
    return settled().name_files_by(mask);
  }
  Expected<void> commit(std::vector<ResponseCommit> batch) override;
  void add_archived(std::vector<ArchiveRecord> records) override {
    settled().add_archived(std::move(records));
  }
  Expected<std::optional<ArchiveRecord>> archived_with(const std::string& digest) const override {
    return settled().archived_with(digest);
  }
  Expected<std::optional<ArchiveRecord>> archived_at(const std::string& url) const override {
    return settled().archived_at(url);
  }
  std::uint64_t response_count() const override { return settled().response_count(); }
  Expected<void> replay(std::uint64_t first,
                        const std::function<Expected<void>(const Bytes&)>& take) const override {
    return settled().replay(first, take);
  }
  Expected<std::uint64_t> add_inputs(const std::vector<JobInput>& inputs) override {
    return settled().add_inputs(inputs);
  }
  Expected<void> forget_inputs() override { return settled().forget_inputs(); }
  std::uint64_t input_count() const override { return settled().input_count(); }
  Expected<std::vector<JobInput>> inputs(std::uint64_t first) const override {
    return settled().inputs(first);
  }
  Expected<void> save_snapshot(const Snapshot& snapshot) override {
    return settled().save_snapshot(snapshot);
  }
  Expected<std::optional<Snapshot>> latest_snapshot() const override {
    return settled().latest_snapshot();
  }
  Expected<void> set_state(const JobState& state) override { return settled().set_state(state); }
  Expected<JobState> state() const override { return settled().state(); }
  Expected<void> add_event(std::string_view kind, std::string_view text) override {
    return settled().add_event(kind, text);
  }
  std::uint64_t target_count() const override { return settled().target_count(); }
  Expected<void> add_acting(std::uint64_t from, const std::vector<ActingLink>& links) override {
    return settled().add_acting(from, links);
  }
  Expected<std::uint64_t> acting_count() const override { return settled().acting_count(); }
  Expected<std::map<std::string, std::uint64_t>> skips() const override {
    return settled().skips();
  }
  Expected<std::vector<TargetRow>> targets() const override { return settled().targets(); }
  Expected<std::vector<TargetRow>> newest_targets(std::uint64_t offset,
                                                  std::uint64_t limit) const override {
    return settled().newest_targets(offset, limit);
  }
  Expected<void> each_target(
      const std::function<Expected<void>(const TargetRow&)>& take) const override {
    return settled().each_target(take);
  }
  Expected<RevisitReport> revisits() const override { return settled().revisits(); }
  Expected<std::vector<LeftOut>> left_out() const override { return settled().left_out(); }
  Expected<void> keep_left_out(const LeftOut& left_out) override {
    return settled().keep_left_out(left_out);
  }
  Expected<Validators> validators(const std::string& url) const override {
    return settled().validators(url);
  }
  Expected<std::optional<std::string>> digest_of(const std::string& url) const override {
    return settled().digest_of(url);
  }
  Expected<bool> put_back(const std::string& url, const FetchedFile& file) override {
    return settled().put_back(url, file);
  }
  std::string via_of_page(std::string_view url) const override {
    return settled().via_of_page(url);
  }

 private:
  BackgroundStore(std::unique_ptr<JobStore> store, Descriptor event)
      : store_(std::move(store)), event_(std::move(event)) {}
  /// The store, that no other thread is at.
  JobStore& settled() const;
  /// For the commit that is about to begin.
  void hand_over_politeness();

  std::unique_ptr<JobStore> store_;
  Descriptor event_;
  // Not in the store's hands yet: it may be at work.
  std::vector<Attempt> attempts_;
  std::vector<RobotsFacts> robots_;
  std::future<Expected<void>> commit_;  ///< last: its thread uses the others
};

}  // namespace tagtrail::host
