// The WARC files of a job in its checkpoints.
//
// A WARC file only grows, and what the index of a copy of job.db knows of it was synced before that
// was committed. So the first bytes of each file, up to the end of the last record in the index,
// are what belongs to the copy; a job that is opened after a crash cuts its files to the same.
#pragma once

#include <atomic>
#include <filesystem>
#include <optional>
#include <utility>
#include <vector>

#include "fleet/checkpoint_text.hpp"
#include "fleet/pieces_of_file.hpp"
#include "fleet/store.hpp"
#include "tagtrail/error.hpp"

namespace tagtrail::host {

struct ArchiveToKeep {
  std::filesystem::path folder;         ///< archive/ of the job
  std::filesystem::path database_copy;  ///< as of one instant; files are looked at after it
};

/// With its pieces while it grows.
using KeptArchive = std::pair<ArchivedFile, std::optional<KeptPieces>>;

/// Files that are closed as a whole, unless they stand in `before`; others in pieces. Errors:
/// invalid_data (a file lacks what the index knows of), those of Store.
Expected<std::vector<KeptArchive>> keep_archive(const ArchiveToKeep& archive, Store& store,
                                                const std::vector<ArchivedFile>& before,
                                                PackWriter& writer, const std::atomic<bool>& stop);

/// All of them closed. Errors: those of Store and of restore_pieces(); invalid_data.
Expected<void> restore_archive(Store& store, const std::vector<ArchivedFile>& files,
                               const std::filesystem::path& folder, const std::atomic<bool>& stop);

}  // namespace tagtrail::host
