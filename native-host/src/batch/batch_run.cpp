#include "batch/batch_run.hpp"

#include <algorithm>
#include <map>
#include <memory>
#include <optional>
#include <thread>
#include <utility>

#include "batch/profile_copy.hpp"
#include "batch/site_run.hpp"
#include "search/jobs_page.hpp"
#include "store/read_job.hpp"
#include "system/exit_code.hpp"

namespace tagtrail::host {
namespace {

using Clock = std::chrono::steady_clock;
constexpr std::chrono::milliseconds kLookEvery{50};

class Batch {
 public:
  Batch(const BatchSetup& setup, BatchTable table) : setup_(setup), table_(std::move(table)) {}

  Expected<BatchEnd> run() {
    TRY(keep());
    while (next_step()) std::this_thread::sleep_for(kLookEvery);
    if (auto kept = keep(); !kept && !failure_) failure_ = kept.error();
    write_page();
    if (failure_) return tl::unexpected(*failure_);
    table_.records.resize(table_.states.size());
    return BatchEnd{std::move(table_.records), last_status_, signals() > 0, has_page_,
                    page_trouble_};
  }

 private:
  int signals() const { return setup_.interrupted == nullptr ? 0 : setup_.interrupted->load(); }

  /// False once nothing runs and nothing more will.
  bool next_step() {
    if (signals() > 1) {
      cut_off();
      return false;
    }
    take_ends();
    if (signals() > 0) stop_all();
    while (!stopping_ && !disk_full_) {
      const auto site = next_site(table_, setup_.jobs);
      if (!site) break;
      begin(*site);
    }
    show();
    return !running_.empty();
  }

  void begin(std::size_t site) {
    SiteRecord& record = table_.records[site];
    // Several sites at once: no two browsers may open one profile.
    auto run = SiteRun::start(setup_.program, setup_.sites[site], setup_.dir / record.folder,
                              setup_.jobs > 1);
    if (!run) {
      const bool full = run.error().code == ErrorCode::disk_full;
      SiteEnd never_began;
      never_began.exit = full ? exit_code::kDiskFull : exit_code::kCouldNotStart;
      never_began.reason = run.error().message;
      end(site, never_began);
      return;
    }
    running_[site] = std::move(*run);
    table_.states[site] = SiteState::running;
    record.exit.reset();
    record.how.reset();
    record.reason = kRunning;
    keep_or_stop();
  }

  void take_ends() {
    for (auto it = running_.begin(); it != running_.end();) {
      const auto ended = it->second->end();
      const std::size_t site = it->first;
      it = ended ? running_.erase(it) : std::next(it);
      if (ended) end(site, *ended);
    }
  }

  void end(std::size_t site, const SiteEnd& ended) {
    SiteRecord& record = table_.records[site];
    table_.states[site] = SiteState::ended;
    count(record);
    record.exit = ended.exit;
    record.how = ended.how;
    record.reason = ended.reason;
    record.files = ended.files.value_or(record.files);
    record.requests = ended.requests.value_or(record.requests);
    record.seconds = ended.seconds.value_or(record.seconds);
    disk_full_ = disk_full_ || ended.exit == exit_code::kDiskFull;
    keep_or_stop();
    if (Clock::now() >= page_due_) write_page();
  }

  /// Ends what still runs without waiting for its last words.
  void cut_off() {
    for (const auto& [site, run] : running_) {
      SiteRecord& record = table_.records[site];
      table_.states[site] = SiteState::ended;
      count(record);
      record.exit = exit_code::kStopped;
      record.reason = "killed by the user";
    }
    running_.clear();
    last_status_ = status();
  }

  void stop_all() {
    if (std::exchange(stopping_, true)) return;
    for (const auto& [site, run] : running_) run->stop();
  }

  void keep_or_stop() {
    auto kept = keep();
    if (kept || failure_) return;
    failure_ = kept.error();
    stop_all();
  }

  /// No page is a reason to end a batch. Pages on the way cost a hundredth of the time at most.
  void write_page() {
    constexpr int kCostShare = 100;
    const auto began = Clock::now();
    const auto written = write_jobs_page(setup_.dir, setup_.program);
    page_due_ = Clock::now() + kCostShare * (Clock::now() - began);
    has_page_ = written.has_value();
    page_trouble_ = written || written.error().code == ErrorCode::not_found
                        ? std::string()
                        : written.error().message;
  }

  Expected<void> keep() const { return write_records(setup_.dir, table_.records); }

  void count(SiteRecord& record) const {
    const JobCounts counts = counts_of_job(setup_.dir / record.folder);
    record.files = std::max(record.files, counts.files);
    record.requests = std::max(record.requests, counts.requests);
  }

  void show() {
    const bool over = running_.empty();
    if (!over && (!setup_.on_status || Clock::now() < next_status_)) return;
    next_status_ = Clock::now() + setup_.status_every;
    for (const auto& [site, run] : running_) count(table_.records[site]);
    last_status_ = status();
    if (setup_.on_status) setup_.on_status(last_status_);
  }

  BatchStatus status() const {
    BatchStatus status;
    for (std::size_t i = 0; i < table_.states.size(); ++i) {
      const SiteRecord& record = table_.records[i];
      status.files += record.files;
      status.requests += record.requests;
      if (table_.states[i] == SiteState::waiting) {
        ++status.waiting;
      } else if (table_.states[i] == SiteState::running) {
        ++status.running;
      } else {
        ++(record.exit && is_through(*record.exit) ? status.done : status.failed);
      }
    }
    return status;
  }

  const BatchSetup& setup_;
  BatchTable table_;
  std::map<std::size_t, std::unique_ptr<SiteRun>> running_;
  BatchStatus last_status_;
  std::optional<Error> failure_;
  Clock::time_point next_status_ = Clock::now();
  Clock::time_point page_due_ = Clock::now();
  bool has_page_ = false;
  std::string page_trouble_;
  bool stopping_ = false;
  bool disk_full_ = false;
};

}  // namespace

Expected<BatchEnd> run_batch(const BatchSetup& setup) {
  auto before = TRY(read_records(setup.dir));
  auto end = Batch(setup, BatchTable::make(setup.sites, std::move(before))).run();
  // Of harvests that were killed. They may hold logins.
  ProfileCopy::remove_abandoned();
  return end;
}

}  // namespace tagtrail::host
