// How a job begins in its folder, or goes on there: in which one, with which settings, and what of
// this start is news to it.
#pragma once

#include "job/job_setup.hpp"
#include "store/job_store.hpp"

namespace tagtrail::host {

struct JobBeginning {
  bool snapshots_hold_other_settings = false;  ///< early stopping is another
  bool brings_news = false;                    ///< inputs for the engine
  std::uint64_t elapsed_ms = 0;                ///< what the job took until now
  std::uint64_t round_began_ms = 0;  ///< of that, before the newest round of revisiting; 0: none
};

/// Makes `setup` what the job goes by from now on, by its folder and this start, and records both.
/// Errors: invalid_argument when the folder holds a job with other settings than those named (says
/// what differs); those of proxies_of_job and the store.
Expected<JobBeginning> begin_job(JobStore& store, JobSetup& setup);

/// Whether a job of these settings can begin or go on in `dir`, as far as can be seen without
/// owning it: no job is there, or one with the same seed URL and the same named settings.
bool could_go_on_in(const std::filesystem::path& dir, const Config& config,
                    const NamedSettings& named);

/// `dir` for 1, `dir-2`, `dir-3`, ...
std::filesystem::path numbered(const std::filesystem::path& dir, unsigned number);

}  // namespace tagtrail::host
