// What is inside the files of a job: looked into once, and kept with it, and indexed for searches.
#pragma once

#include <cstdint>
#include <functional>

#include "job/job_setup.hpp"
#include "job/job_watch.hpp"
#include "store/job_store.hpp"
#include "tagtrail/error.hpp"

namespace tagtrail::host {

/// Looks into all contents of targets that this version has not looked into yet, and keeps what it
/// finds as it goes. `go_on` is told how far it is several times a second; false ends it early.
/// Errors: those of the store.
Expected<LooksDone> look_into_job(JobStore& store, const std::function<bool(LooksDone)>& go_on);

/// The same at the end of a run, unless the job's options say not to; the user, who is shown how
/// far it is, may stop it. Of a run that was stopped before, it takes a few seconds at most: what
/// is left then is looked into by the next run, or by `tagtrail tables`.
Expected<void> look_into_files(JobStore& store, const JobSetup& setup, JobWatch& watch,
                               JobStatus& status);

/// Brings the index up to date by which the job's tables are searched, after its manifest, under
/// the same terms. Trouble with it never ends a run: it is kept as an event and as a warning, and
/// so is how many files it lacks. Errors: those of the store.
Expected<void> index_files(JobStore& store, const JobSetup& setup, JobWatch& watch,
                           JobStatus& status);

}  // namespace tagtrail::host
