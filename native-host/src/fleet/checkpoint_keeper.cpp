#include "fleet/checkpoint_keeper.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <system_error>
#include <utility>

#include "system/lease.hpp"

namespace tagtrail::host {
namespace {

namespace fs = std::filesystem;
using std::chrono::milliseconds;

constexpr milliseconds kFirstTry{1'000};
constexpr milliseconds kLastTry{60'000};

/// What waiting may mend; the rest is for the operator.
bool may_pass(ErrorCode code) {
  return code == ErrorCode::network || code == ErrorCode::disk_full ||
         code == ErrorCode::disconnected || code == ErrorCode::io;
}

/// Of this job alone: others can still be stored.
bool is_of_job(ErrorCode code) {
  return code == ErrorCode::invalid_data || code == ErrorCode::too_large ||
         code == ErrorCode::wrong_version;
}

Expected<Checkpoint> restore(Store& store, const std::string& name, const fs::path& folder,
                             const std::atomic<bool>& stop) {
  std::error_code error;
  const bool has_job = fs::exists(folder / "job.db", error);
  auto checkpoint = TRY(read_checkpoint(store, name));
  if (has_job) return checkpoint;
  // Half of a job that was being restored when the worker died.
  fs::remove_all(folder, error);
  if (auto restored = restore_checkpoint(store, checkpoint, folder, stop); !restored) {
    fs::remove_all(folder, error);
    return tl::unexpected(restored.error());
  }
  return checkpoint;
}

}  // namespace

Expected<std::unique_ptr<CheckpointKeeper>> CheckpointKeeper::open(Setup setup) {
  const auto tried = try_store(*setup.store);
  if (!tried && !may_pass(tried.error().code)) return tl::unexpected(tried.error());
  std::unique_ptr<CheckpointKeeper> keeper(new CheckpointKeeper(std::move(setup)));
  if (!tried) keeper->lose_store(tried.error());
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

// --- Arriving --------------------------------------------------------------------------------

void CheckpointKeeper::arrive(const HeldSite& site, const fs::path& folder) {
  Kept& kept = kept_.emplace_back(Kept{site, folder});
  kept.made_at = clock_of_leases();
  if (site.checkpoint.empty()) return;
  kept.restoring =
      pool_.start([store = setup_.store, name = site.checkpoint, folder,
                   stop = kept.stop]() -> Made { return restore(*store, name, folder, *stop); });
}

std::optional<Expected<void>> CheckpointKeeper::arrived(const HeldSite& site) {
  Kept* kept = find(site);
  if (kept == nullptr || !kept->restoring.valid()) return Expected<void>{};
  if (!has_come(kept->restoring)) return std::nullopt;
  auto restored = kept->restoring.get();
  kept->made_at = clock_of_leases();
  if (!restored) return Expected<void>(tl::unexpected(restored.error()));
  kept->newest = std::move(*restored);
  return Expected<void>{};
}

// --- Making ----------------------------------------------------------------------------------

void CheckpointKeeper::start_making(Kept& kept) {
  kept.made_at = clock_of_leases();
  CheckpointJob job{kept.folder, fmt::format("{}.checkpoint-{}", kept.folder.string(), ++count_),
                    fmt::format("{} {}", kept.site.id, kept.site.fence)};
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
    const bool idle = !kept.restoring.valid() && !kept.making.valid() && !kept.made;
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
  if (kept->restoring.valid()) {
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
  if (std::exchange(away_, true)) return;
  try_at_ = clock_of_leases() + try_after_;
  try_after_ = std::min(try_after_ * 2, kLastTry);
  setup_.tell(fmt::format(
      "no checkpoint can be made: {}; no site is taken until one can be, harvests go on",
      error.message));
}

void CheckpointKeeper::look_for_store() {
  if (!away_) return;
  if (!trying_.valid()) {
    if (clock_of_leases() < try_at_) return;
    trying_ = pool_.start([store = setup_.store] { return try_store(*store); });
  }
  if (!has_come(trying_)) return;
  if (trying_.get()) {
    away_ = false;
    // All that was due meanwhile is now.
    for (Kept& kept : kept_) kept.made_at = {};
    setup_.tell("the store is there again");
    return;
  }
  try_at_ = clock_of_leases() + try_after_;
  try_after_ = std::min(try_after_ * 2, kLastTry);
}

}  // namespace tagtrail::host
