#include "fleet/checkpoint_keeper.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <system_error>
#include <utility>

#include "fleet/chance.hpp"
#include "system/lease.hpp"

namespace tagtrail::host {
namespace {

namespace fs = std::filesystem;
using std::chrono::milliseconds;

constexpr milliseconds kFirstTry{1'000};
constexpr milliseconds kLastTry{60'000};
/// Checkpoints that were due while there was no store are made within this time, not all at once.
constexpr milliseconds kCatchUp{10'000};
/// Of a job that can't be restored though the store can be used.
constexpr unsigned kMostFailures = 5;

/// What waiting may mend; the rest is for the operator.
bool may_pass(ErrorCode code) {
  return code == ErrorCode::network || code == ErrorCode::disk_full ||
         code == ErrorCode::disconnected || code == ErrorCode::io;
}

/// Of this job alone: others can still be stored.
bool is_of_job(ErrorCode code) {
  return code == ErrorCode::busy || code == ErrorCode::invalid_data ||
         code == ErrorCode::too_large || code == ErrorCode::wrong_version;
}

struct JobToRestore {
  std::string site;
  std::string checkpoint;
  fs::path folder;
};

Expected<Checkpoint> read_own(Store& store, const JobToRestore& job) {
  auto checkpoint = TRY(read_checkpoint(store, job.checkpoint));
  if (checkpoint.text.site.empty() || checkpoint.text.site == job.site) return checkpoint;
  return fail(ErrorCode::invalid_data, "its checkpoint is that of another site");
}

Expected<Checkpoint> restore_anew(Store& store, const JobToRestore& job,
                                  const std::atomic<bool>& stop) {
  auto checkpoint = TRY(read_own(store, job));
  // Half of a job that was being restored when the worker died.
  std::error_code error;
  fs::remove_all(job.folder, error);
  if (auto restored = restore_checkpoint(store, checkpoint, job.folder, stop); !restored) {
    fs::remove_all(job.folder, error);
    return tl::unexpected(restored.error());
  }
  return checkpoint;
}

Expected<Checkpoint> restore(Store& store, const std::string& mark, const JobToRestore& job,
                             const std::atomic<bool>& stop) {
  std::error_code error;
  if (fs::exists(job.folder / "job.db", error)) {
    // It goes on with what is here; without the text of its checkpoint, more is stored again.
    return read_own(store, job).value_or(Checkpoint{});
  }
  auto restored = restore_anew(store, job, stop);
  // A store that has nothing at all has not lost this one.
  if (!restored && restored.error().code == ErrorCode::not_found) TRY(must_have_mark(store, mark));
  return restored;
}

}  // namespace

Expected<std::unique_ptr<CheckpointKeeper>> CheckpointKeeper::open(Setup setup) {
  const auto tried = prove_store(*setup.store, setup.mark);
  if (!tried && !may_pass(tried.error().code)) return tl::unexpected(tried.error());
  std::unique_ptr<CheckpointKeeper> keeper(new CheckpointKeeper(std::move(setup)));
  if (tried) {
    keeper->use_store();
  } else {
    keeper->lose_store(tried.error());
  }
  return keeper;
}

CheckpointKeeper::CheckpointKeeper(Setup setup)
    : setup_(std::move(setup)), try_after_(kFirstTry), pool_(setup_.threads) {}

CheckpointKeeper::~CheckpointKeeper() {
  for (const Kept& kept : kept_) *kept.stop = true;
  setup_.store->give_up();
}

CheckpointKeeper::Kept* CheckpointKeeper::find(const HeldSite& site) {
  const auto at = std::find_if(kept_.begin(), kept_.end(), [&site](const Kept& kept) {
    return kept.site.id == site.id && kept.site.fence == site.fence;
  });
  return at == kept_.end() ? nullptr : &*at;
}

Expected<void> CheckpointKeeper::settle_mark(postgres::Connection& connection) {
  if (away_ || setup_.mark.is_settled()) return {};
  const StoreMark settled = TRY(settle_store_mark(connection, setup_.mark));
  const StoreMark ours = std::exchange(setup_.mark, settled);
  if (settled.sha256 == ours.sha256) {
    use_store();
    return {};
  }
  // Another worker was quicker: is its store this one?
  (void)pool_.start([store = setup_.store, mark = ours.sha256] { (void)store->remove(mark); });
  away_ = true;
  try_at_ = {};
  return {};
}

// --- Arriving --------------------------------------------------------------------------------

bool CheckpointKeeper::is_lost(ErrorCode code) {
  return code == ErrorCode::not_found || code == ErrorCode::invalid_data ||
         code == ErrorCode::too_large;
}

void CheckpointKeeper::arrive(const HeldSite& site, const fs::path& folder) {
  Kept& kept = kept_.emplace_back(Kept{site, folder});
  kept.made_at = clock_of_leases();
  if (site.checkpoint.empty()) return;
  kept.wants_job = true;
  start_restoring(kept);
}

void CheckpointKeeper::start_restoring(Kept& kept) {
  kept.restoring =
      pool_.start([store = setup_.store, mark = setup_.mark.sha256,
                   job = JobToRestore{kept.site.id, kept.site.checkpoint, kept.folder},
                   stop = kept.stop]() -> Made { return restore(*store, mark, job, *stop); });
}

std::optional<Expected<void>> CheckpointKeeper::arrived(const HeldSite& site) {
  Kept* kept = find(site);
  if (kept == nullptr || !kept->wants_job) return Expected<void>{};
  if (!has_come(kept->restoring)) return std::nullopt;
  auto restored = kept->restoring.get();
  if (!restored && waits_for_store(*kept, restored.error())) return std::nullopt;
  kept->wants_job = false;
  kept->made_at = clock_of_leases();
  if (!restored) return Expected<void>(tl::unexpected(restored.error()));
  kept->newest = std::move(*restored);
  return Expected<void>{};
}

/// Whether that is no reason to begin anew, nor to give the site back, but only to try again.
bool CheckpointKeeper::waits_for_store(Kept& kept, const Error& error) {
  // Nothing of a store is full that is only read: the disk here is.
  const bool is_elsewhere = is_lost(error.code) || error.code == ErrorCode::disk_full ||
                            error.code == ErrorCode::wrong_version;
  if (is_elsewhere || ++kept.failures >= kMostFailures) return false;
  // While nobody is there, that is not a matter of this job.
  if (error.code == ErrorCode::network) kept.failures = 0;
  lose_store(error);
  return true;
}

bool CheckpointKeeper::waits_in_vain(const HeldSite& site, milliseconds patience) {
  const Kept* kept = find(site);
  return kept != nullptr && kept->wants_job && !kept->restoring.valid() && away_ &&
         clock_of_leases() > away_since_ + patience;
}

// --- Making ----------------------------------------------------------------------------------

void CheckpointKeeper::start_making(Kept& kept) {
  kept.made_at = clock_of_leases();
  CheckpointJob job{kept.folder, fmt::format("{}.checkpoint-{}", kept.folder.string(), ++count_),
                    kept.site.id, fmt::format("{} {} {}", kept.site.id, kept.site.fence, count_)};
  kept.making = pool_.start(
      [store = setup_.store, job = std::move(job), before = kept.newest,
       stop = kept.stop]() -> Made { return make_checkpoint(job, *store, before, *stop); });
}

void CheckpointKeeper::take_made(Kept& kept, Made made) {
  if (!made) return trouble(kept, made.error());
  try_after_ = kFirstTry;
  if (!made->name.empty() && made->name != kept.newest.name) kept.made = std::move(*made);
}

void CheckpointKeeper::look() {
  std::erase_if(leaving_, has_come<Made>);
  look_for_store();
  for (Kept& kept : kept_) {
    if (has_come(kept.making)) take_made(kept, kept.making.get());
    if (kept.wants_job && !kept.restoring.valid() && !away_) start_restoring(kept);
    const bool idle = !kept.wants_job && !kept.making.valid() && !kept.made;
    const bool due = clock_of_leases() >= kept.made_at + setup_.every;
    if (idle && due && !away_ && !kept.is_last) start_making(kept);
  }
}

Expected<void> CheckpointKeeper::write_down(const Write& write) {
  for (Kept& kept : kept_) {
    if (!kept.made) continue;
    const bool ours = TRY(write(kept.site, kept.made->name));
    Checkpoint made = std::move(*std::exchange(kept.made, std::nullopt));
    if (!ours) continue;
    // Whoever has the site after us begins with what it names now.
    remove_left(kept.newest, made);
    kept.newest = std::move(made);
  }
  return {};
}

void CheckpointKeeper::remove_left(const Checkpoint& before, const Checkpoint& now) {
  auto left = left_behind(before, now);
  if (left.empty()) return;
  // What can't be removed is left to `fleet tidy`.
  (void)pool_.start([store = setup_.store, left = std::move(left)] {
    for (const std::string& name : left) (void)store->remove(name);
  });
}

// --- Leaving ---------------------------------------------------------------------------------

bool CheckpointKeeper::is_kept(const HeldSite& site, bool patiently) {
  Kept* kept = find(site);
  if (kept == nullptr) return true;
  if (kept->wants_job) {
    // It never began: what the site names is all there is.
    *kept->stop = true;
    return true;
  }
  if (kept->making.valid() || kept->made) return false;
  if (kept->is_last) return true;
  if (away_) return !patiently;
  kept->is_last = true;
  start_making(*kept);
  return false;
}

void CheckpointKeeper::leave(const HeldSite& site) {
  Kept* kept = find(site);
  if (kept == nullptr) return;
  *kept->stop = true;
  for (std::future<Made>* task : {&kept->restoring, &kept->making}) {
    if (task->valid()) leaving_.push_back(std::move(*task));
  }
  kept_.remove_if([kept](const Kept& other) { return &other == kept; });
}

// --- A store that can't be used ----------------------------------------------------------------

void CheckpointKeeper::trouble(const Kept& kept, const Error& error) {
  if (*kept.stop) return;
  if (is_of_job(error.code)) {
    setup_.tell(fmt::format("{} has no new checkpoint: {}", kept.site.url, error.message));
    return;
  }
  // The last one is made again once there is a store.
  if (Kept* same = find(kept.site)) same->is_last = false;
  lose_store(error);
}

void CheckpointKeeper::lose_store(const Error& error) {
  if (!std::exchange(away_, true)) {
    away_since_ = clock_of_leases();
    try_later();
  }
  if (std::exchange(told_, true)) return;
  setup_.tell(fmt::format(
      "no checkpoint can be made: {}; no site is taken until one can be, harvests go on",
      error.message));
}

void CheckpointKeeper::try_later() {
  try_at_ = clock_of_leases() + with_chance(try_after_);
  try_after_ = std::min(try_after_ * 2, kLastTry);
}

void CheckpointKeeper::use_store() {
  away_ = false;
  if (setup_.mark.is_settled()) setup_.store->expect(setup_.mark.sha256);
  // All that was due meanwhile is now, or soon.
  const milliseconds now = clock_of_leases();
  for (Kept& kept : kept_) {
    kept.made_at =
        std::min(kept.made_at, now - setup_.every + up_to(std::min(kCatchUp, setup_.every)));
  }
}

void CheckpointKeeper::look_for_store() {
  if (!away_) return;
  if (!trying_.valid()) {
    if (clock_of_leases() < try_at_) return;
    trying_ = pool_.start(
        [store = setup_.store, mark = setup_.mark] { return prove_store(*store, mark); });
  }
  if (!has_come(trying_)) return;
  if (const auto tried = trying_.get(); !tried) {
    try_later();
    return lose_store(tried.error());
  }
  use_store();
  if (std::exchange(told_, false)) setup_.tell("the store is there again");
}

}  // namespace tagtrail::host
