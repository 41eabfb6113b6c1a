// A job as far as it is, in the store: another worker can go on with it.
//
// A checkpoint is a text in the store that names what the job is made of: pieces of job.db as of
// one instant, of which those that did not change are there already; the files that it lists; and
// what of the WARC files that instant knows of. The rest of a job folder is made from these.
#pragma once

#include <atomic>
#include <filesystem>
#include <set>
#include <string>
#include <vector>

#include "fleet/checkpoint_text.hpp"
#include "fleet/store.hpp"
#include "tagtrail/error.hpp"

namespace tagtrail::host {

struct Checkpoint {
  std::string name;  ///< digest of the text; empty: none
  CheckpointText text{};
  /// Files that were seen in the store when it was made and stand in lists that may yet change.
  std::set<std::string> seen{};
};

struct CheckpointJob {
  std::filesystem::path folder;   ///< of the job
  std::filesystem::path scratch;  ///< a free name for the copy of job.db, which goes away again
  std::string site;               ///< id of it
  std::string
      maker;  ///< words that nobody else has: of the site, the fence of its holder, a number
};

/// Of a job that may be running, after `before`, the newest that the site names. What the store has
/// is not sent again. The checkpoint has no name when there is no job yet, or one without tables,
/// and is `before` when nothing has changed. `stop`: once true it ends soon, with `disconnected`.
/// Errors: those of Store; invalid_data (a file is not what job.db says, or not within the job),
/// busy (job.db).
Expected<Checkpoint> make_checkpoint(const CheckpointJob& job, Store& store,
                                     const Checkpoint& before, const std::atomic<bool>& stop);

/// What `name` says. Errors: those of Store; invalid_data, wrong_version.
Expected<Checkpoint> read_checkpoint(Store& store, const std::string& name);

/// Makes the job folder, which has no job yet; job.db comes last, so that half of one is no job.
/// `stop` as above. Errors: those of Store; invalid_data (the checkpoint is damaged, or names
/// places outside of the job), too_large.
Expected<void> restore_checkpoint(Store& store, const Checkpoint& checkpoint,
                                  const std::filesystem::path& folder,
                                  const std::atomic<bool>& stop);

/// What only `before` is made of, its text included: nobody else names it, as both are of one site
/// and `now` is what it names.
std::vector<std::string> left_behind(const Checkpoint& before, const Checkpoint& now);

/// Everything in the store that a checkpoint needs, its text included. Reads the lists. Errors:
/// those of Store; invalid_data.
Expected<std::vector<std::string>> needed_by(Store& store, const Checkpoint& checkpoint);

}  // namespace tagtrail::host
