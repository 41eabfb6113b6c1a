// Makes and restores the checkpoints of the sites that a worker holds, beside its loop: the loop
// starts what is due, looks what has come, and writes it down with the site's fence.
//
// A store that can't be used (full, away, not that of the fleet, or its keys refused) makes the
// worker wait: it takes no site, its harvests go on, jobs that were coming come later, and ends
// wait for their last checkpoint. The store is tried again, with growing pauses. Times are by
// clock_of_leases(). Not thread-safe; its tasks are on threads of its own.
#pragma once

#include <atomic>
#include <chrono>
#include <filesystem>
#include <functional>
#include <list>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "fleet/checkpoint.hpp"
#include "fleet/postgres.hpp"
#include "fleet/queue.hpp"
#include "fleet/store_mark.hpp"
#include "fleet/task_pool.hpp"
#include "tagtrail/error.hpp"

namespace tagtrail::host {

class CheckpointKeeper {
 public:
  struct Setup {
    std::shared_ptr<Store> store;
    StoreMark mark;                           ///< as the database has it
    std::chrono::milliseconds every{60'000};  ///< between checkpoints of a site
    unsigned threads = 2;
    std::function<void(std::string_view line)> tell;
  };

  /// Tries the store. One that is not reached or full now is waited for. Errors: those of Store
  /// that only the operator can mend (wrong keys, no such bucket, another region).
  static Expected<std::unique_ptr<CheckpointKeeper>> open(Setup setup);
  ~CheckpointKeeper();
  CheckpointKeeper(const CheckpointKeeper&) = delete;
  CheckpointKeeper& operator=(const CheckpointKeeper&) = delete;

  /// Writes the mark of a store down that is new to the fleet. Errors: those of the statements.
  Expected<void> settle_mark(postgres::Connection& connection);

  /// Whether a site can be taken now.
  bool can_take() const { return !away_ && setup_.mark.is_settled() && leaving_.empty(); }

  /// A site was taken. Where its folder has no job, that of its checkpoint is put there.
  void arrive(const HeldSite& site, const std::filesystem::path& folder);
  /// Whether its harvest can begin: nothing while its job is being restored, or waits for the store
  /// to be there. Errors: those of is_lost(): it begins anew; others: it can't begin here, and says
  /// why.
  std::optional<Expected<void>> arrived(const HeldSite& site);

  /// Whether its job waits for a store that has been away for so long that others, who may reach
  /// it, had better have the site.
  bool waits_in_vain(const HeldSite& site, std::chrono::milliseconds patience);
  /// Whether a job can't be had from its checkpoint any more, wherever that is tried.
  static bool is_lost(ErrorCode code);

  /// Starts what is due, and looks what has come.
  void look();
  /// Writes down what was made. `write` gets the site and the name of its checkpoint, and returns
  /// whether the site is still ours; its error ends this, to be tried again.
  using Write = std::function<Expected<bool>(const HeldSite& site, const std::string& name)>;
  Expected<void> write_down(const Write& write);

  /// Its harvest has ended: makes the last checkpoint. True once that is written down, or there is
  /// none to make. While the store is away: with `patiently` false, else true.
  bool is_kept(const HeldSite& site, bool patiently);
  /// The site is let go of.
  void leave(const HeldSite& site);

 private:
  using Made = Expected<Checkpoint>;
  /// What is kept of a site.
  struct Kept {
    HeldSite site;
    std::filesystem::path folder;
    std::shared_ptr<std::atomic<bool>> stop = std::make_shared<std::atomic<bool>>(false);
    bool wants_job = false;         ///< of its checkpoint, which is to be restored or read
    unsigned failures = 0;          ///< of that, while there was a store
    std::future<Made> restoring{};  ///< it
    std::future<Made> making{};
    std::optional<Checkpoint> made{};  ///< to be written down
    Checkpoint newest{};               ///< as the site names it
    std::chrono::milliseconds made_at{};
    bool is_last = false;  ///< the harvest has ended before the one that is or was made
  };

  explicit CheckpointKeeper(Setup setup);
  Kept* find(const HeldSite& site);
  void start_restoring(Kept& kept);
  void start_making(Kept& kept);
  void take_made(Kept& kept, Made made);
  void trouble(const Kept& kept, const Error& error);
  void lose_store(const Error& error);
  bool waits_for_store(Kept& kept, const Error& error);
  void try_later();
  void use_store();
  void look_for_store();
  void remove_left(const Checkpoint& before, const Checkpoint& now);

  Setup setup_;
  std::list<Kept> kept_;
  std::list<std::future<Made>> leaving_;  ///< tasks of sites that were let go of
  std::future<Expected<void>> trying_;
  bool away_ = false;
  bool told_ = false;  ///< that it is
  std::chrono::milliseconds away_since_{};
  std::chrono::milliseconds try_at_{};
  std::chrono::milliseconds try_after_;
  std::uint64_t count_ = 0;  ///< of tasks, for names of their own
  TaskPool pool_;            ///< ends first
};

}  // namespace tagtrail::host
