// The loop of a job: asks the engine, loads, commits, delivers, until the end. Up to
// Config::in_flight requests are decided on and not committed yet; of those that were not fetched
// either, no more than keep the connections busy.
#pragma once

#include <memory>
#include <optional>

#include "job/commit_pipeline.hpp"
#include "job/engine_session.hpp"
#include "job/folder_page.hpp"
#include "job/job_setup.hpp"
#include "job/job_watch.hpp"
#include "job/loads.hpp"
#include "job/start_page.hpp"
#include "store/job_store.hpp"

namespace tagtrail::host {

class JobLoop {
 public:
  /// All borrowed.
  struct Job {
    const JobSetup& setup;
    JobStatus& status;
    JobStore& store;
    const JobClock& clock;
    JobWatch& watch;
    Loads& loads;
    EngineSession& engine;
    FolderPage& page;
  };
  /// `archive` is null where none is written. `browser`: whether one is connected.
  JobLoop(const Job& job, std::unique_ptr<JobArchive> archive, bool browser);

  /// To the end of the job; nothing is in flight then. Errors are of this machine, or say why
  /// nothing can come of the job.
  Expected<RunEnd> run();

 private:
  /// Of a step that may be the last.
  using MaybeEnd = std::optional<RunEnd>;

  Expected<RunEnd> go();
  Expected<MaybeEnd> round();
  Expected<std::optional<StopReason>> ask();
  Expected<MaybeEnd> heed_login();
  Expected<MaybeEnd> heed_trace(const JobAttention& acted);
  Expected<void> read_again();
  Expected<MaybeEnd> finish_unless_in_doubt(StopReason reason);
  Expected<RunEnd> stop();
  Expected<RunEnd> come_back_later();
  Expected<RunEnd> finish(StopReason reason);
  Expected<void> write_lists();
  Expected<void> write_what_was_learnt();
  Expected<void> write_page();
  void give_up_loads();

  Job job_;
  bool browser_;
  StartPage start_page_;
  CommitPipeline commits_;
};

}  // namespace tagtrail::host
