// A worker of a fleet: takes sites, harvests several at once, and says what became of them.
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <string>
#include <string_view>

#include "batch/schedule.hpp"
#include "fleet/queue.hpp"
#include "fleet/site_fate.hpp"
#include "fleet/store.hpp"
#include "tagtrail/error.hpp"

namespace tagtrail::host {

struct FleetWorkerSetup {
  std::string url;                ///< of the database
  std::filesystem::path dir;      ///< exists, and is locked by the caller
  std::filesystem::path program;  ///< this one
  std::string version;            ///< of this one
  unsigned jobs = 2;              ///< sites at once
  std::chrono::milliseconds lease{60'000};
  RetryRules retries;
  std::shared_ptr<Store> store;  ///< for checkpoints; null: a site begins anew elsewhere
  std::chrono::milliseconds checkpoint_every{60'000};
  bool until_done = false;                        ///< ends once no site waits or is held
  const std::atomic<int>* interrupted = nullptr;  ///< 1: stop in good order; more: at once
  /// A site of the table as harvest would check it: whoever can write there commands this machine
  /// only so far. Errors: invalid_argument.
  std::function<Expected<BatchSite>(const std::string& url,
                                    const std::vector<std::string>& options)>
      read_site;
  /// Takes how it gets on, a few times a lease; may be empty.
  std::function<void(const WorkerFacts&)> show;
  std::function<void(std::string_view line)> tell;  ///< what happens, for people
};

struct FleetWorkerEnd {
  std::uint64_t done = 0;    ///< sites that are through
  std::uint64_t failed = 0;  ///< tries that failed
  bool interrupted = false;
};

/// Works until it is interrupted, or all is done. Trouble with the database after the first
/// statement only makes it wait, and so does a store that is away or full. Errors: those of the
/// database and of the store at the start; the folder can't be used.
Expected<FleetWorkerEnd> run_fleet_worker(const FleetWorkerSetup& setup);

}  // namespace tagtrail::host
