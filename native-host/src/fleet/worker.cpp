#include "fleet/worker.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <list>
#include <optional>
#include <thread>
#include <vector>

#include "batch/profile_copy.hpp"
#include "fleet/catalogue.hpp"
#include "fleet/chance.hpp"
#include "fleet/checkpoint_keeper.hpp"
#include "fleet/database_line.hpp"
#include "fleet/held_claims.hpp"
#include "fleet/held_news.hpp"
#include "fleet/held_run.hpp"
#include "fleet/host_notes.hpp"
#include "fleet/queue.hpp"
#include "fleet/revisit_interval.hpp"
#include "fleet/site_ending.hpp"
#include "fleet/site_id.hpp"
#include "fleet/site_rest.hpp"
#include "fleet/store_mark.hpp"
#include "fleet/worker_folder.hpp"
#include "system/exit_code.hpp"
#include "system/times.hpp"

namespace tagtrail::host {
namespace {

using std::chrono::milliseconds;

constexpr milliseconds kLookEvery{50};
/// Between questions for a site when there was none.
constexpr milliseconds kAskEvery{500};
/// A worker that is told to stop tries so long to say so in the database; else its leases lapse.
constexpr milliseconds kFarewell{10'000};
/// Sites that failed together, since their worker had no network, come due within this part of
/// their wait.
constexpr int kSpread = 4;
/// That make checkpoints: they mostly wait for the store.
constexpr unsigned kLeastThreads = 2;
constexpr unsigned kMostThreads = 16;
/// After a full disk, before another site is taken.
constexpr milliseconds kIllness{60'000};
/// Below a worker's folder, for a site that can have none: no site's begins so.
constexpr const char* kNoFolder = "-";

std::string machine_name() {
  std::array<char, 256> name{};
  return ::gethostname(name.data(), name.size() - 1) == 0 ? std::string(name.data()) : "?";
}

class FleetWorker {
 public:
  FleetWorker(const FleetWorkerSetup& setup, std::string name)
      : setup_(setup), name_(std::move(name)) {}

  Expected<FleetWorkerEnd> run() {
    TRY(database_.connect());
    TRY(open_keeper());
    FleetQueue queue(connection());
    TRY(take_up(queue));
    setup_.tell(fmt::format("worker {} is ready", name_));
    while (next_step()) std::this_thread::sleep_for(kLookEvery);
    if (database_.is_there()) (void)FleetQueue(connection()).worker_leaves(name_);
    end_.interrupted = signals() > 0;
    return end_;
  }

 private:
  int signals() const { return setup_.interrupted == nullptr ? 0 : setup_.interrupted->load(); }

  /// False once nothing runs and nothing more will.
  bool next_step() {
    if (signals() > 1) return false;
    if (keeper_) keeper_->look();
    for (HeldRun& run : runs_) run.look();
    if (signals() > 0) stop_all();
    if (const auto worked = work_with_database(); !worked) database_.lose(worked.error());
    stop_unrenewed();
    if (signals() == 0) return !all_done_;
    const bool late = farewell_until_.count() > 0 && clock_of_leases() > farewell_until_;
    return !runs_.empty() && !late;
  }

  /// After a kill: what this worker held waits again, and its hosts rest for as long as its
  /// harvests had to leave them alone.
  Expected<void> take_up(FleetQueue& queue) {
    for (const HeldSite& site : TRY(queue.held_by(name_))) {
      TRY(rest_hosts(JobReader::open(setup_.dir / site_folder(site.url, site.id))));
    }
    return queue.let_go_of_all(name_);
  }

  Expected<void> rest_hosts(const Expected<JobReader>& job) {
    if (!job) return {};  // it had not begun
    const auto rests = rests_after(*job, unix_ms_now());
    if (!rests) return {};  // a damaged job is found out elsewhere
    return HostNotes(connection()).rest(*rests);
  }

  // --- The database -------------------------------------------------------------------------

  postgres::Connection& connection() { return database_.connection(); }

  Expected<void> work_with_database() {
    if (!database_.is_there()) {
      if (!TRY(database_.reconnect())) return {};
      beat_at_ = {};
    }
    FleetQueue queue(connection());
    TRY(beat(queue));
    TRY(claims_.look(connection(), runs_));
    TRY(keep_checkpoints(queue));
    TRY(write_ends(queue));
    begin_arrived();
    TRY(take_sites(queue));
    database_.heard();
    return {};
  }

  // --- Leases -------------------------------------------------------------------------------

  Expected<void> beat(FleetQueue& queue) {
    if (clock_of_leases() < beat_at_) return {};
    TRY(renew(queue));
    TRY(news_.tell(connection(), runs_));
    if (database_.may_let_go()) TRY(queue.let_go_of_lapsed());
    const WorkerFacts facts{name_,       machine_name(), setup_.dir.string(), setup_.version,
                            setup_.jobs, runs_.size(),   news_.pace()};
    TRY(queue.show_worker(facts));
    if (setup_.show) setup_.show(facts);
    beat_at_ = clock_of_leases() + setup_.lease / kBeatsALease;
    return {};
  }

  Expected<void> renew(FleetQueue& queue) {
    std::vector<Renewal> leases;
    for (const HeldRun& run : runs_) {
      leases.push_back({&run.site(), run.counts()});
      news_.count(run, leases.back().counts);
    }
    const milliseconds asked_at = clock_of_leases();
    const auto ours = TRY(queue.renew(leases, setup_.lease));
    for (HeldRun& run : runs_) {
      if (ours.contains({run.site().id, run.site().fence})) {
        run.renewed(asked_at, setup_.lease);
      } else if (!run.ended() && !run.given_up()) {
        // One that has ended finds that out when it says so.
        run.give_up();
        setup_.tell(fmt::format("{}: its lease is lost", run.site().url));
      }
    }
    return {};
  }

  /// While there is no database, harvests end in good order before their leases kill them.
  void stop_unrenewed() {
    for (HeldRun& run : runs_) {
      if (clock_of_leases() > run.renewed_at() + setup_.lease / 2) run.stop();
    }
  }

  void stop_all() {
    for (HeldRun& run : runs_) run.stop();
    if (farewell_until_.count() > 0) return;
    const bool over =
        std::all_of(runs_.begin(), runs_.end(), [](const HeldRun& run) { return run.ended(); });
    if (over) farewell_until_ = clock_of_leases() + kFarewell;
  }

  // --- Sites --------------------------------------------------------------------------------

  Expected<void> take_sites(FleetQueue& queue) {
    const milliseconds now = clock_of_leases();
    if (signals() > 0 || now < ill_until_ || now < ask_at_) return {};
    if (keeper_ && !keeper_->can_take()) return {};
    while (runs_.size() < setup_.jobs && signals() == 0) {
      // Hundreds of sites take longer than a lease may wait.
      TRY(beat(queue));
      const milliseconds asked_at = clock_of_leases();
      auto site = TRY(next_site(queue));
      if (!site) {
        ask_at_ = clock_of_leases() + kAskEvery;
        if (setup_.until_done && runs_.empty()) all_done_ = TRY(queue.open_sites()) == 0;
        return {};
      }
      if (TRY(ClaimTable(connection()).is_asked_by_another(*site))) {
        TRY(queue.give_back(*site, up_to(kAskEvery)));
        continue;
      }
      begin(std::move(*site), asked_at);
    }
    return {};
  }

  /// New sites and those that have come due again take turns.
  Expected<std::optional<HeldSite>> next_site(FleetQueue& queue) {
    again_first_ = !again_first_;
    auto site =
        TRY(again_first_ ? queue.take_again(name_, setup_.lease) : queue.take(name_, setup_.lease));
    if (site) return site;
    return again_first_ ? queue.take(name_, setup_.lease) : queue.take_again(name_, setup_.lease);
  }

  void begin(HeldSite site, milliseconds asked_at) {
    drop_earlier(site.id);
    prefer_checkpoint(site);
    auto folder = place_of(site);
    auto ours = folder ? setup_.read_site(site.url, site.options)
                       : Expected<BatchSite>(tl::unexpected(folder.error()));
    HeldRun& run =
        runs_.emplace_back(std::move(site), folder.value_or(setup_.dir / kNoFolder), asked_at);
    if (keeper_ && ours) return keeper_->arrive(run.site(), run.folder());
    start(run, std::move(ours));
  }

  /// A site that was lost and taken again before its harvest of before was done with: that has no
  /// more to say, and both would be in one folder.
  void drop_earlier(const std::string& site) {
    for (auto it = runs_.begin(); it != runs_.end();) {
      it = it->site().id == site ? drop(it) : std::next(it);
    }
  }

  std::list<HeldRun>::iterator drop(std::list<HeldRun>::iterator run) {
    news_.end(*run);
    claims_.end(*run);
    if (keeper_) keeper_->leave(run->site());
    return runs_.erase(run);
  }

  /// Others write the table: what it says leads to no folder but the site's own.
  Expected<std::filesystem::path> place_of(const HeldSite& site) const {
    if (site.id == site_id(site.url, site.options)) return folder_for(setup_.dir, site, name_);
    return fail(ErrorCode::invalid_argument,
                "the id that the list has of the site is not that of its URL and options");
  }

  void start(HeldRun& run, Expected<BatchSite> ours) {
    if (!ours) return run.start(starter_, ours, setup_.jobs > 1, setup_.lease);
    if (run.site().revisit) ask_for_round(run, *ours);
    news_.begin(connection(), run);
    if (auto told = claims_.begin(run); !told) ours = tl::unexpected(told.error());
    run.start(starter_, ours, setup_.jobs > 1, setup_.lease);
  }

  /// Where the folder here is older than the checkpoint, though this worker had the site last.
  void prefer_checkpoint(HeldSite& site) const {
    if (!setup_.store || site.checkpoint.empty() || site.worker_before != name_) return;
    if (!is_newest(setup_.dir / site_folder(site.url, site.id), site.fence)) {
      site.worker_before.clear();
    }
  }

  void ask_for_round(const HeldRun& run, BatchSite& site) {
    site.options.emplace_back("--revisit");
    if (std::error_code error; std::filesystem::exists(run.folder(), error)) return;
    setup_.tell(fmt::format("{} is due again and begins anew: its job is not here", site.url));
  }

  /// Those whose jobs have come from the store.
  void begin_arrived() {
    for (HeldRun& run : runs_) {
      if (!keeper_ || run.has_started() || run.ended()) continue;
      const auto arrived = keeper_->arrived(run.site());
      if (!arrived) {
        if (keeper_->waits_in_vain(run.site(), setup_.lease)) run.stop();
        continue;
      }
      if (!*arrived && !CheckpointKeeper::is_lost(arrived->error().code)) {
        start(run, tl::unexpected(arrived->error()));
        continue;
      }
      if (!*arrived) {
        setup_.tell(fmt::format("{} begins anew: {}", run.site().url, arrived->error().message));
      }
      start(run, setup_.read_site(run.site().url, run.site().options));
    }
  }

  // --- Checkpoints --------------------------------------------------------------------------

  Expected<void> open_keeper() {
    if (!setup_.store) return {};
    keeper_ = TRY(CheckpointKeeper::open(
        {setup_.store, TRY(read_store_mark(connection())), setup_.checkpoint_every,
         std::clamp(setup_.jobs, kLeastThreads, kMostThreads), setup_.tell}));
    return {};
  }

  Expected<void> keep_checkpoints(FleetQueue& queue) {
    if (!keeper_) return {};
    TRY(keeper_->settle_mark(connection()));
    return keeper_->write_down([&queue](const HeldSite& site, const std::string& name) {
      return queue.keep_checkpoint(site, name);
    });
  }

  // --- Ends ---------------------------------------------------------------------------------

  Expected<void> write_ends(FleetQueue& queue) {
    for (auto it = runs_.begin(); it != runs_.end();) {
      TRY(beat(queue));
      if (!it->ended() || !last_is_kept(*it)) {
        ++it;
        continue;
      }
      if (!it->given_up()) TRY(write_end(queue, *it));
      it = drop(it);
    }
    return {};
  }

  /// An end waits for its last checkpoint, unless the store is away and the worker is to stop.
  bool last_is_kept(const HeldRun& run) {
    return !keeper_ || run.given_up() || keeper_->is_kept(run.site(), signals() == 0);
  }

  Expected<void> write_end(FleetQueue& queue, HeldRun& run) {
    const HeldSite& site = run.site();
    if (!run.has_started()) return write_no_begin(queue, run);
    SiteEnd how = run.end();
    const unsigned put_downs = claims_.got_any(run) ? 0 : site.put_downs;
    SiteFate fate = judge_end(how, site.tries, setup_.retries, put_downs);
    SiteCounts counts = run.counts();
    news_.count(run, counts);
    TRY(news_.tell_robots(connection(), run));
    const auto job = JobReader::open(run.folder());
    TRY(rest_hosts(job));
    if (job && fate.state != kSiteWaiting) {
      const auto written =
          TRY(write_catalogue(connection(), site, *job, [&] { return beat(queue); }));
      counts.files = written.files;
      counts.bytes = written.bytes;
      if (written.job_fault) {
        how.exit = exit_code::kInternal;
        how.reason = written.job_fault->message;
        fate = judge_end(how, site.tries, setup_.retries);
      }
    }
    fate.wait += up_to(fate.wait / kSpread);
    const auto ending = ending_after(fate, job);
    const bool ours = TRY(queue.end(site, fate, how, counts, interval_after(site, job), ending));
    if (ours) count(fate);
    if (ours && fate.state != kSiteWaiting) TRY(drop_earlier_rows(connection(), site));
    if (fate.worker_is_ill) ill_until_ = clock_of_leases() + kIllness;
    setup_.tell(ours ? fmt::format("{}: {} ({}), {} files{}", site.url, fate.state, how.reason,
                                   counts.files, ending ? ", " + ending->words() : "")
                     : fmt::format("{}: its lease is lost", site.url));
    ask_at_ = {};
    return {};
  }

  /// What has failed keeps its error, whatever its job says.
  static std::optional<KeptEnding> ending_after(const SiteFate& fate,
                                                const Expected<JobReader>& job) {
    const bool is_through = fate.state == kSiteDone || fate.state == kSiteLimit;
    return job && is_through ? ending_of_job(*job) : std::nullopt;
  }

  /// Nothing of the site's job has come here: whoever is free may take it at once.
  Expected<void> write_no_begin(FleetQueue& queue, const HeldRun& run) {
    const bool ours = TRY(queue.give_back(run.site(), {}));
    setup_.tell(
        fmt::format("{}: {}", run.site().url, ours ? run.end().reason : "its lease is lost"));
    ask_at_ = {};
    return {};
  }

  void count(const SiteFate& fate) {
    if (fate.state == kSiteDone || fate.state == kSiteLimit) ++end_.done;
    if (!fate.cause.empty()) ++end_.failed;
  }

  const FleetWorkerSetup& setup_;
  std::string name_;
  DatabaseLine database_{setup_.url, setup_.lease, setup_.tell};
  SiteStarter starter_{setup_.program};
  std::list<HeldRun> runs_;
  std::unique_ptr<CheckpointKeeper> keeper_;  ///< null: no store
  HeldNews news_;
  HeldClaims claims_{setup_.lease};
  FleetWorkerEnd end_;
  milliseconds beat_at_{};
  milliseconds ask_at_{};
  milliseconds ill_until_{};
  milliseconds farewell_until_{};  ///< zero: harvests still run
  bool again_first_ = false;
  bool all_done_ = false;
};

}  // namespace

Expected<FleetWorkerEnd> run_fleet_worker(const FleetWorkerSetup& setup) {
  const std::string name = TRY(worker_name(setup.dir));
  auto end = FleetWorker(setup, name).run();
  // Of harvests that were killed. They may hold logins.
  ProfileCopy::remove_abandoned();
  return end;
}

}  // namespace tagtrail::host
