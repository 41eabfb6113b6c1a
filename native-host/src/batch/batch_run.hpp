// A batch: harvests of many sites, several at once, that go on where they were.
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <vector>

#include "batch/schedule.hpp"
#include "tagtrail/error.hpp"

namespace tagtrail::host {

struct BatchStatus {
  std::size_t done = 0;  ///< through: ended with 0 or 4, now or before
  std::size_t failed = 0;
  std::size_t running = 0;
  std::size_t waiting = 0;
  std::uint64_t files = 0;     ///< of all sites, those that run included
  std::uint64_t requests = 0;  ///< likewise
};

struct BatchSetup {
  std::filesystem::path dir;      ///< exists, and is locked by the caller
  std::filesystem::path program;  ///< this one
  std::vector<BatchSite> sites;
  unsigned jobs = 2;                              ///< sites at once
  const std::atomic<int>* interrupted = nullptr;  ///< 1: stop in good order; more: at once
  std::chrono::milliseconds status_every{1000};
  std::function<void(const BatchStatus&)> on_status;
};

struct BatchEnd {
  std::vector<SiteRecord> sites;  ///< of the list, in order
  BatchStatus status;
  bool interrupted = false;
  bool has_page = false;     ///< index.html lists the jobs as they are now
  std::string page_trouble;  ///< why it does not; empty: it does, or there is no job
};

/// Runs all sites that need it, each at most once, and keeps batch.jsonl up to date, and the page
/// of the jobs (search/jobs_page.hpp) as far as that costs little, and at the end. A full disk
/// begins no further sites. Errors: what keeps batch.jsonl from being read or written; the running
/// harvests are stopped in good order then.
Expected<BatchEnd> run_batch(const BatchSetup& setup);

}  // namespace tagtrail::host
