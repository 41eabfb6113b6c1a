#include "fleet/held_run.hpp"

#include <csignal>
#include <utility>

#include "fetch/claim_files.hpp"
#include "fetch/robots_memory.hpp"
#include "fleet/worker_folder.hpp"
#include "store/read_job.hpp"
#include "system/exit_code.hpp"

namespace tagtrail::host {
namespace {

using std::chrono::milliseconds;

constexpr int kKilledBySignal = 128 + SIGKILL;
constexpr double kMsPerSecond = 1000;

SiteEnd never_began(const Error& error) {
  SiteEnd end;
  end.exit = exit_code_of(error.code);
  end.reason = error.message;
  return end;
}

}  // namespace

void HeldRun::start(SiteStarter& starter, const Expected<BatchSite>& ours, bool copy_profile,
                    milliseconds lease) {
  started_ = true;
  started_at_ = clock_of_leases();
  if (!ours) {
    end_ = never_began(ours.error());
    return;
  }
  auto file =
      LeaseFile::create(folder_.parent_path() / ("." + folder_.filename().string() + ".lease"));
  if (!file) {
    end_ = never_began(file.error());
    return;
  }
  lease_.emplace(std::move(*file));
  renewed(renewed_at_, lease);
  auto run =
      SiteRun::start(starter.program(), *ours, folder_, copy_profile,
                     {{kLeaseVariable, lease_->path().string()},
                      {kRobotsVariable, robots_file_of(folder_).string()},
                      {kClaimsVariable, claims_place_of(folder_).string()},
                      {"PGPASSWORD", ""}},
                     [&starter](const ProcessOptions& options) { return starter.start(options); });
  if (!run) {
    end_ = never_began(run.error());
    return;
  }
  run_ = std::move(*run);
  // Without the note, the next to go on with it begins from the checkpoint, a little earlier.
  (void)note_fence(folder_, site_.fence);
}

void HeldRun::renewed(milliseconds asked_at, milliseconds lease) {
  lapsed_ = lapsed_ || (run_ != nullptr && clock_of_leases() >= harvest_until_);
  renewed_at_ = asked_at;
  harvest_until_ = asked_at + own_part(lease);
  // If it can't be written, the harvest ends when it had to without.
  if (lease_) (void)lease_->extend_to(harvest_until_);
}

void HeldRun::stop() {
  if (!started_) end_ = stopped_before_it_began();
  if (run_ != nullptr && !std::exchange(stopping_, true)) run_->stop();
}

void HeldRun::give_up() {
  given_up_ = true;
  if (!started_) end_ = stopped_before_it_began();
  if (run_ != nullptr) run_->kill();
}

bool HeldRun::look() {
  if (end_ || run_ == nullptr) return end_.has_value();
  end_ = run_->end();
  if (!end_) return false;
  run_.reset();
  // Its lease has killed it, which is no fault of the site.
  const bool lapsed = lapsed_ || clock_of_leases() >= harvest_until_;
  if (end_->exit == kKilledBySignal && lapsed) {
    end_->exit = exit_code::kStopped;
    end_->reason = "the lease could not be renewed";
  }
  return true;
}

SiteCounts HeldRun::counts() const {
  const JobCounts job = counts_of_job(folder_);
  SiteCounts counts{job.files, job.requests, job.bytes};
  counts.seconds = static_cast<double>((clock_of_leases() - started_at_).count()) / kMsPerSecond;
  if (!end_) return counts;
  counts.files = end_->files.value_or(counts.files);
  counts.requests = end_->requests.value_or(counts.requests);
  counts.seconds = end_->seconds.value_or(counts.seconds);
  return counts;
}

}  // namespace tagtrail::host
