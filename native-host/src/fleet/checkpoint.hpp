// A job as far as it is, in the store: another worker can go on with it.
//
// A checkpoint is a text in the store that names the contents of job.db, as of one instant, and of
// the files that it lists. The rest of a job folder is made from these.
#pragma once

#include <filesystem>
#include <functional>
#include <string>

#include "fleet/file_store.hpp"
#include "tagtrail/error.hpp"

namespace tagtrail::host {

/// Called after each file: a lease may have to be renewed.
using Between = std::function<Expected<void>()>;

struct Checkpoint {
  std::string text;      ///< digest of the text; empty: none
  std::string database;  ///< digest of job.db
};

/// Of a job that may be running. Files that the store has are not copied again. `scratch` is a path
/// for the copy of job.db, which is gone afterwards. A job with an archive has none: WARC files are
/// not copied. Errors: not_found (no job yet), io, invalid_data, disk_full; those of `between`.
Expected<Checkpoint> make_checkpoint(const std::filesystem::path& job, const FileStore& store,
                                     const std::filesystem::path& scratch, const Between& between);

/// Makes the job folder, which is not there yet; job.db comes last, so that half of one is no job.
/// Errors: invalid_data (the checkpoint is damaged, or names places outside of files/), too_large,
/// io, disk_full; those of `between`.
Expected<void> restore_checkpoint(const FileStore& store, const std::string& checkpoint,
                                  const std::filesystem::path& job, const Between& between);

}  // namespace tagtrail::host
