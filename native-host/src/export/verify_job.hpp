// Whether a job folder holds what its database and its manifest say.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "tagtrail/error.hpp"

namespace tagtrail::host {

/// One thing that is not as it should be.
struct JobFault {
  enum class Kind {
    missing,   ///< a file that the job has stored is not there
    size,      ///< it has another size
    digest,    ///< it has other contents
    unlisted,  ///< a file in files/ that the job has not stored
    database,  ///< job.db is damaged, or lacks something
    archive,   ///< a WARC file is gone, or lacks a record that the job lists
    manifest,  ///< datapackage.json does not say what job.db does
    page,      ///< index.html is not as it was written
    log,       ///< crawl.log does not say what job.db does
  };
  Kind kind = Kind::missing;
  std::string path;    ///< in the job folder
  std::string url;     ///< of the file; empty for what has none
  std::string detail;  ///< in words
};

std::string_view to_string(JobFault::Kind kind);

struct JobVerdict {
  std::uint64_t files = 0;        ///< that the job lists
  std::uint64_t bytes = 0;        ///< of them, equal contents counted each time
  std::uint64_t records = 0;      ///< WARC records that the job lists
  std::vector<JobFault> faults;   ///< the first kMaxFaults
  std::uint64_t fault_count = 0;  ///< all
  /// False while the job has not ended in good order, and for jobs of earlier versions.
  bool manifest_checked = false;
  /// False for jobs of earlier versions, which have no sums of their rows.
  bool rows_checked = false;
};

inline constexpr std::size_t kMaxFaults = 1000;

/// Reads every byte of the job's files and of its archive. The job may be running: files whose
/// commit is under way are no faults. Errors: those of JobReader::open; io when a file can't be
/// read.
Expected<JobVerdict> verify_job(const std::filesystem::path& dir);

}  // namespace tagtrail::host
