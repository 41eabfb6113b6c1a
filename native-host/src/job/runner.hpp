// One job in its folder: opened, run to its end (job_loop.hpp), and what may be asked of it
// meanwhile. What is committed is never lost, and the same job folder goes on where it was.
#pragma once

#include <memory>
#include <optional>

#include "job/engine_session.hpp"
#include "job/extension_link.hpp"
#include "job/folder_page.hpp"
#include "job/job_begin.hpp"
#include "job/job_clock.hpp"
#include "job/job_setup.hpp"
#include "job/job_watch.hpp"
#include "job/loads.hpp"
#include "job/status.hpp"
#include "store/job_store.hpp"

namespace tagtrail::host {

class JobRunner {
 public:
  using Setup = JobSetup;

  /// Opens or creates the job folder. Errors: those of JobStore::open and begin_job.
  static Expected<std::unique_ptr<JobRunner>> open(JobSetup setup);

  /// Runs to the end. `link` is null without a browser; else the engine is the extension's.
  /// A job that has finished before ends at once, the same way.
  RunEnd run(ExtensionLink* link);

  const JobStatus& status() const { return status_; }
  const Config& config() const { return setup_.config; }
  const JobOptions& options() const { return setup_.options; }
  /// `pause`, `resume` or `stop`, from the panel. Returns the new state.
  Expected<Json> control(const std::string& action) { return watch_.control(action); }
  /// The user's word, recorded and told to the engine: it counts from the next decision on.
  /// Errors: those of Engine::teach; io, disk_full.
  Expected<void> teach(const Feedback& feedback);
  /// The best groups of links, at most `limit`; none while the engine is not there.
  Expected<std::vector<LinkGroup>> groups(std::size_t limit) { return engine_.groups(limit); }
  /// From the next request on. A job that is over its limits then ends.
  Expected<void> set_limits(const Budget& budget, std::chrono::milliseconds delay);
  /// Pauses as the user would, because the user must do something first: shown in the progress
  /// until the job is resumed. Takes effect before the next request.
  void pause_for(JobAttention attention) { watch_.pause_for(std::move(attention)); }
  /// Writes the page of what came in, should anything have come since. What goes wrong is told.
  void renew_page();
  /// fetch.head and fetch.data.
  Expected<Json> serve_fetch(std::string_view call, const Json& message);

 private:
  JobRunner(JobSetup setup, std::unique_ptr<JobStore> store, const JobBeginning& beginning);

  Expected<RunEnd> run_whole(ExtensionLink* link);
  /// Only its numbers are looked up.
  Expected<RunEnd> finished_before(const JobState& state);
  RunEnd fail_with(const Error& error);

  JobSetup setup_;
  JobBeginning beginning_;
  JobStatus status_;
  std::unique_ptr<JobStore> store_;
  JobClock clock_;
  JobWatch watch_;
  EngineSession engine_;
  FolderPage page_;
  ExtensionLink* link_ = nullptr;
  std::optional<Loads> loads_;  ///< since it runs
  bool ended_ = false;
};

}  // namespace tagtrail::host
