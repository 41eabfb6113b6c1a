// Runs one job: asks the engine, loads, commits, delivers, until the end. Up to Config::in_flight
// requests are decided on and not committed yet; of those that were not fetched either, no more
// than keep the connections busy. What is committed is never lost, and the same job folder goes on
// where it was.
#pragma once

#include <atomic>
#include <functional>
#include <list>
#include <memory>
#include <set>

#include "archive/job_archive.hpp"
#include "export/datapackage.hpp"
#include "job/engine_port.hpp"
#include "job/extension_link.hpp"
#include "job/job_options.hpp"
#include "job/job_settings.hpp"
#include "job/snapshot_rule.hpp"
#include "job/status.hpp"
#include "load/loader.hpp"
#include "load/redirect_chains.hpp"
#include "load/sessions.hpp"
#include "store/job_store.hpp"

namespace tagtrail::host {

/// How a run ended.
/// What pages in tabs loaded besides, so far: a number in the job folder.
inline constexpr std::string_view kSubRequests = "sub_requests";

struct RunEnd {
  JobState state;       ///< finished, stopped or failed, with the reason
  int exit_code = 0;    ///< as `tagtrail --help` lists them
  std::string message;  ///< for people, when something is to be said
};

class JobRunner final : private Attention {
 public:
  struct Setup {
    std::filesystem::path dir;
    Config config;
    NamedSettings named;  ///< others are those that the folder's job has already
    JobOptions options;
    std::string version;
    /// What the start of the job came with; each is told once, however often it comes.
    std::vector<Feedback> feedback;
    /// Set from a signal handler: 1 stops the job in good order.
    const std::atomic<int>* interrupted = nullptr;
    /// Whether someone is there to log in: the job then waits where it needs that, else it ends.
    bool attended = false;
    /// A job that has finished, or that a limit stopped, is revisited; another goes on.
    bool revisit = false;
    std::function<void(const JobStatus&)> on_progress;  ///< a few times a second
  };

  /// Opens or creates the job folder. Errors: those of JobStore::open; invalid_argument when the
  /// folder holds a job with other settings than those named (says what differs).
  static Expected<std::unique_ptr<JobRunner>> open(Setup setup);
  ~JobRunner() override;

  /// Runs to the end. `link` is null without a browser; else the engine is the extension's.
  /// A job that has finished before ends at once, the same way.
  RunEnd run(ExtensionLink* link);

  const JobStatus& status() const { return status_; }
  const Config& config() const { return setup_.config; }
  const JobOptions& options() const { return setup_.options; }
  /// `pause`, `resume` or `stop`, from the panel. Returns the new state.
  Expected<Json> control(const std::string& action);
  /// The user's word, recorded and told to the engine: it counts from the next decision on.
  /// Errors: those of Engine::teach; io, disk_full.
  Expected<void> teach(const Feedback& feedback);
  /// The best groups of links, at most `limit`; none while the engine is not there.
  Expected<std::vector<LinkGroup>> groups(std::size_t limit);
  /// From the next request on. A job that is over its limits then ends.
  Expected<void> set_limits(const Budget& budget, std::chrono::milliseconds delay);
  /// Pauses as the user would, because the user must do something first: shown in the progress
  /// until the job is resumed. Takes effect before the next request.
  void pause_for(JobAttention attention);
  /// fetch.head and fetch.data.
  Expected<Json> serve_fetch(std::string_view call, const Json& message);

 private:
  explicit JobRunner(Setup setup) : setup_(std::move(setup)) {}

  // runner_setup.cpp: the folder, the parts
  Expected<void> adopt_config();
  Expected<void> make_parts(ExtensionLink* link);
  Expected<void> make_sessions(const BodyRules& rules, HostLoader::Options loading);
  Expected<void> keep_sessions();
  Expected<void> open_replica();
  // runner_resume.cpp: the engine's state after a stop or crash
  Expected<void> open_engine();
  void take_over_outgrown();
  Expected<bool> restore_snapshot();
  Expected<void> replay_from(std::uint64_t responses, std::uint64_t inputs);
  Expected<void> flush_replayed(std::vector<Bytes>& batch, std::uint64_t responses);
  // runner_archive.cpp
  Expected<void> open_archive();
  Expected<void> prepare_archive(const std::vector<ResponseCommit>& batch);
  Expected<void> close_archive(bool whole);
  void read_last_time();
  /// What people are shown of the job's earlier runs.
  Expected<void> read_shown();
  Expected<void> refresh_newest();

  /// A request in flight.
  struct Load {
    Request request;
    RedirectChains::Chain redirect_chain;  ///< URLs that led to it
    Task<Expected<Loaded>> task;           ///< borrows the request
    bool held = false;                     ///< to be started when the job goes on
  };

  // runner_acting.cpp: links that act
  Expected<void> heed_acting_rule(const Config& wanted, bool named);
  Expected<void> keep_acting();

  // runner_inputs.cpp: what the engine is told besides responses
  Expected<void> record_start();
  /// Nothing when they are the same.
  Expected<std::vector<JobInput>> record_budgets(const Budget& before, const Budget& after);
  /// Whether this start begins a round of revisiting.
  Expected<bool> begins_round() const;
  Expected<std::vector<JobInput>> record_round(const Budget& before, const Budget& budget);
  /// Since when the budget of time counts.
  Expected<void> read_round();
  Expected<void> tell_recorded(const std::vector<JobInput>& inputs);
  Expected<void> tell_engine(const JobInput& input);
  Expected<Config> first_config() const;

  // runner.cpp: the loop
  Expected<RunEnd> loop();
  Expected<std::optional<RunEnd>> round();
  Expected<std::optional<RunEnd>> stop();
  Expected<void> deliver();
  Expected<std::optional<StopReason>> ask();
  void start(const Request& request);
  void give_up_loads();
  Expected<void> heed_pause();

  // runner_login.cpp
  Expected<void> note_login_page(const Request& request, const Loaded& loaded);
  Expected<void> check_login() const;
  void ask_again(Load& load, Loaded loaded);
  void start_held();
  Expected<std::optional<RunEnd>> heed_login();

  // runner_commit.cpp: what has been loaded, made durable
  Expected<void> commit_loaded();
  Expected<void> take_loaded(Load& load, Expected<Loaded> loaded,
                             std::vector<ResponseCommit>& batch);
  bool is_of_the_site(std::string_view url) const;
  Expected<void> count_sub_requests(std::uint32_t more);
  Expected<ResponseCommit> commit_of(Load& load, Loaded loaded);
  Expected<void> compare_with_kept(ResponseCommit& item) const;
  Expected<void> begin_commit(std::vector<ResponseCommit> batch);
  Expected<void> end_commit();
  Expected<void> heed_full_disk(const Response& response, const std::string& url);
  Expected<void> keep_attempts();
  Expected<void> keep_set_aside();

  // runner_snapshot.cpp
  SnapshotRule::Since since_snapshot() const;
  bool snapshot_is_due() const;
  void take_snapshot();
  void snapshot_at_end();
  void warn(std::string_view kind, std::string words);

  // runner_end.cpp
  /// A job that was finished before: only its numbers are looked up.
  Expected<RunEnd> finished_before(const JobState& state);
  Expected<void> check_reached() const;
  Expected<std::string> start_page_advice() const;
  Expected<RunEnd> finish(StopReason reason);
  RunEnd stopped() const;
  RunEnd fail_with(const Error& error);
  PackageFacts package_facts() const;
  Expected<void> keep_left_out();
  Expected<void> write_manifest();
  Expected<void> keep_facts();

  // runner_attention.cpp
  std::vector<int> descriptors() override;
  void attend() override;
  bool stopping() const;
  bool is_told_to_stop() const;
  bool time_is_up() const;
  std::uint64_t bytes_left() const;
  bool bytes_are_up() const;
  std::optional<StopReason> limit_in_flight() const;

  std::uint64_t elapsed_ms() const;
  void count_pause();
  void tell(bool now);

  Setup setup_;
  JobStatus status_;
  std::unique_ptr<JobStore> store_;
  std::unique_ptr<JobArchive> archive_;  ///< null: nothing is archived
  std::unique_ptr<Objective> objective_;
  std::unique_ptr<Politeness> politeness_;
  std::unique_ptr<HostFetch> fetch_;
  std::unique_ptr<HostLoader> host_loader_;
  std::unique_ptr<TabLoader> tab_loader_;
  std::unique_ptr<RobotsGate> robots_;
  std::unique_ptr<RecordedSite> recorded_;
  std::unique_ptr<Sessions> sessions_;
  std::unique_ptr<Loader> loader_;
  std::unique_ptr<EnginePort> engine_;
  ExtensionLink* link_ = nullptr;

  /// What is to be done with a batch as soon as it is committed.
  struct Committing {
    std::vector<Bytes> records;  ///< for the engine
    std::vector<std::string> skipped;
    bool new_file = false;
  };

  std::list<Load> loads_;  ///< in flight, oldest first
  std::optional<Committing> committing_;
  bool engine_waits_ = false;       ///< has nothing to ask for before the next answer
  std::vector<Bytes> undelivered_;  ///< committed, not yet told to the engine
  RedirectChains redirect_chains_;
  int losses_ = 0;                ///< of the engine, since a response was last committed
  bool engine_open_ = false;      ///< it has all that was committed but undelivered_
  bool engine_lost_ = false;      ///< found out between its steps
  bool config_changed_ = false;   ///< early stopping may: snapshots hold the old one
  bool inputs_at_start_ = false;  ///< this start brought something new for the engine
  bool paused_ = false;
  bool stop_asked_ = false;
  bool ended_ = false;
  bool attending_ = false;
  bool seed_answered_ = false;
  std::set<std::string> filled_the_disk_;  ///< URLs of files for which there was no room
  std::size_t set_aside_kept_ = 0;
  std::optional<JobAttention> login_;  ///< an answer showed it, and was not kept
  std::uint64_t elapsed_before_ms_ = 0;
  std::uint64_t round_began_ms_ = 0;  ///< 0: the crawl itself
  std::uint64_t responses_at_snapshot_ = 0;
  std::uint64_t inputs_at_snapshot_ = 0;
  std::uint64_t bytes_since_snapshot_ = 0;  ///< of records
  SnapshotRule snapshot_rule_;
  bool snapshot_failed_ = false;
  std::chrono::steady_clock::time_point started_;  ///< moved on by the length of pauses
  std::optional<std::chrono::steady_clock::time_point> paused_at_;
  std::chrono::steady_clock::time_point snapshot_at_;
  std::chrono::steady_clock::time_point attempts_kept_at_;
  std::chrono::steady_clock::time_point told_at_;
};

}  // namespace tagtrail::host
