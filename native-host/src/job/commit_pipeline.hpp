// What has been loaded is committed in one transaction, with its WARC records, and only then goes
// to the engine. The order in which it is committed is the order of record.
#pragma once

#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "archive/job_archive.hpp"
#include "job/engine_session.hpp"
#include "job/job_clock.hpp"
#include "job/loads.hpp"
#include "job/start_page.hpp"
#include "job/status.hpp"
#include "store/job_store.hpp"

namespace tagtrail::host {

/// Keeps `skips`, `sub_requests` and `newest` of the status.
class CommitPipeline {
 public:
  /// From where answers come, and where they go. All borrowed.
  struct Ends {
    JobStore& store;
    Loads& loads;
    EngineSession& engine;
    StartPage& start_page;
    const JobClock& clock;
    JobStatus& status;
  };
  /// `archive` is null where none is written. `waits`: each commit is waited for, so that the
  /// messages of a browser are heard with nothing half done.
  CommitPipeline(const Ends& ends, std::unique_ptr<JobArchive> archive, bool waits)
      : ends_(ends), archive_(std::move(archive)), waits_(waits || archive_ != nullptr) {}

  /// What people are shown of earlier runs. Errors: those of the store.
  static Expected<void> read_shown(const JobStore& store, JobStatus& status);

  /// Begins to commit what has come, unless a commit is under way. Before that, what the one before
  /// brought is settled. Errors: those of the loads, the store, the archive and StartPage::judge();
  /// refused, when the site itself is given up; disk_full, when there is still no room for a file
  /// that was set aside for it. What came before trouble is kept.
  Expected<void> take();
  bool under_way() const { return committing_.has_value(); }
  /// Waits for the commit that is under way, if any; the engine is to be told of it then.
  Expected<void> end();
  /// Takes all that has come.
  Expected<void> drain();
  /// Requests that have no answer yet, because a host asks for patience, are recorded meanwhile:
  /// now and then.
  Expected<void> keep_attempts();
  /// At the end of a run. Unless `whole`, something failed, and only what is committed counts.
  Expected<void> close(bool whole);

 private:
  /// What is to be done with a batch as soon as it is committed.
  struct Committing {
    std::vector<Answer> answers;  ///< for the engine
    std::vector<std::string> skipped;
    bool new_file = false;
  };

  Expected<void> collect(std::vector<ResponseCommit>& batch);
  Expected<void> check(const Request& request, const Loaded& loaded);
  Expected<ResponseCommit> item_of(Loads::Arrival arrival);
  Expected<void> compare_with_kept(ResponseCommit& item) const;
  Expected<void> note(const ResponseCommit& item);
  Answer answer_of(ResponseCommit& item) const;
  Expected<void> begin(std::vector<ResponseCommit> batch);

  Ends ends_;
  std::unique_ptr<JobArchive> archive_;
  bool waits_;
  std::optional<Committing> committing_;
  std::vector<std::shared_ptr<MemoryPool::Part>> held_;  ///< by what is taken and not yet begun
  std::set<std::string> filled_the_disk_;  ///< URLs of files for which there was no room
  std::chrono::steady_clock::time_point attempts_kept_at_;
};

}  // namespace tagtrail::host
