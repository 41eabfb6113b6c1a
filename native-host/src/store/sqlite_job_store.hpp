// The one implementation of JobStore.
#pragma once

#include <filesystem>
#include <memory>
#include <string>
#include <unordered_map>
#include <vector>

#include "store/crawl_log.hpp"
#include "store/file_placer.hpp"
#include "store/file_syncer.hpp"
#include "store/folder_lock.hpp"
#include "store/job_store.hpp"
#include "store/sqlite.hpp"
#include "store/target_names.hpp"

namespace tagtrail::host {

class SqliteJobStore final : public JobStore {
 public:
  /// The parts of an opened folder, locked and recovered (see job_folder.hpp).
  SqliteJobStore(std::filesystem::path dir, FolderLock lock, sqlite::Database database,
                 CrawlLog log);

  /// Reads the counters and writes the log lines that a crash lost.
  Expected<void> start();

  const std::filesystem::path& dir() const override { return dir_; }
  std::filesystem::path partial_dir() const override;
  Expected<void> set(std::string_view name, std::string_view value) override;
  Expected<std::optional<std::string>> get(std::string_view name) const override;
  Expected<void> name_files_by(std::string_view mask) override;
  Expected<void> commit(std::vector<ResponseCommit> batch) override;
  void add_archived(std::vector<ArchiveRecord> records) override;
  Expected<std::optional<ArchiveRecord>> archived_with(const std::string& digest) const override;
  Expected<std::optional<ArchiveRecord>> archived_at(const std::string& url) const override;
  void add_attempt(Attempt attempt) override { attempts_.push_back(std::move(attempt)); }
  void add_robots(RobotsFacts facts) override { robots_.push_back(std::move(facts)); }
  std::uint64_t response_count() const override { return responses_; }
  Expected<void> replay(std::uint64_t first,
                        const std::function<Expected<void>(const Bytes&)>& take) const override;
  Expected<std::uint64_t> add_inputs(const std::vector<JobInput>& inputs) override;
  Expected<void> forget_inputs() override;
  std::uint64_t input_count() const override { return inputs_; }
  Expected<std::vector<JobInput>> inputs(std::uint64_t first) const override;
  Expected<void> save_snapshot(const Snapshot& snapshot) override;
  /// Can be watched and ended by a ReadWatch; then the error is disconnected.
  Expected<std::optional<Snapshot>> latest_snapshot() const override;
  Expected<void> set_state(const JobState& state) override;
  Expected<JobState> state() const override;
  Expected<void> add_event(std::string_view kind, std::string_view text) override;
  std::uint64_t target_count() const override { return targets_; }
  Expected<void> add_acting(std::uint64_t from, const std::vector<ActingLink>& links) override;
  Expected<std::uint64_t> acting_count() const override;
  Expected<std::map<std::string, std::uint64_t>> skips() const override;
  Expected<std::vector<TargetRow>> targets() const override;
  Expected<std::vector<TargetRow>> newest_targets(std::uint64_t offset,
                                                  std::uint64_t limit) const override;
  Expected<void> each_target(
      const std::function<Expected<void>(const TargetRow&)>& take) const override;
  std::string via_of_page(std::string_view url) const override;
  Expected<RevisitReport> revisits() const override;
  Expected<std::vector<LeftOut>> left_out() const override;
  Expected<void> keep_left_out(const LeftOut& left_out) override;
  Expected<Validators> validators(const std::string& url) const override;
  Expected<std::optional<std::string>> digest_of(const std::string& url) const override;
  Expected<bool> put_back(const std::string& url, const FetchedFile& file) override;

 private:
  /// A response of the batch that brings a target which the job does not have yet, or not so.
  struct NewTarget {
    std::size_t index = 0;  ///< in the batch
    std::string url;
    TargetNames names;
    Placement placement;
    bool replaces = false;  ///< the job has older contents of the URL
  };

  Expected<void> use_mask(std::string_view text);
  static void tidy_up(const std::vector<ResponseCommit>& batch,
                      const std::vector<NewTarget>& targets);
  Expected<void> check(const FetchedFile& file) const;
  Expected<std::vector<NewTarget>> plan(const std::vector<ResponseCommit>& batch);
  Expected<bool> came_with_a_start(const JobInput& input) const;
  Expected<std::string> twin_of(const std::string& sha256) const;
  Expected<void> place_all(std::vector<NewTarget>& targets);
  Expected<void> bring_to_disk(const std::vector<NewTarget>& targets);
  Expected<void> record_intents(const std::vector<NewTarget>& targets);
  Expected<void> write(const std::vector<ResponseCommit>& batch,
                       const std::vector<NewTarget>& targets);
  Expected<std::optional<std::uint64_t>> links_cut_of(const ResponseCommit& item);
  Expected<void> write_response(const ResponseCommit& item, std::uint64_t n,
                                const std::string& now);
  Expected<void> write_target(const ResponseCommit& item, const NewTarget& target, std::uint64_t n,
                              const std::string& now);
  Expected<std::string> path_of(const ResponseCommit& item);
  Expected<std::optional<std::string>> missing_file(const std::string& url) const;
  Expected<TargetNames> names_of_newer(const ResponseCommit& item, const std::string& url);
  Expected<void> replace_target(const ResponseCommit& item, const NewTarget& target,
                                std::uint64_t n, const std::string& now);
  Expected<void> write_change(const ResponseCommit& item, const NewTarget* placed, std::uint64_t n,
                              const std::string& now);
  Expected<void> write_validators(const ResponseCommit& item, const std::string& url);
  Expected<void> write_archived();
  Expected<void> write_politeness();
  Expected<void> claim_archived(const std::string& url, std::uint64_t n);
  Expected<void> write_log();
  Expected<std::uint64_t> write_parts(const Bytes& bytes, std::uint64_t series);
  Expected<std::optional<Bytes>> read_parts(std::uint64_t series, std::uint64_t parts,
                                            std::uint64_t size) const;

  std::filesystem::path dir_;
  FolderLock lock_;
  // Statements are prepared and kept by queries of const members too.
  mutable sqlite::Database database_;
  CrawlLog log_;
  FileSyncer syncer_;
  FilePlacer placer_;
  TargetNamer namer_;
  // For the next commit.
  std::vector<ArchiveRecord> archived_;
  std::vector<Attempt> attempts_;
  std::vector<RobotsFacts> robots_;
  std::uint64_t responses_ = 0;
  std::uint64_t targets_ = 0;
  std::uint64_t inputs_ = 0;
  std::uint64_t rounds_ = 0;  ///< of revisiting, begun
};

/// Now, as RFC 3339 in UTC with milliseconds.
std::string utc_now();

}  // namespace tagtrail::host
