// A job as a web archive: one WARC file, or a WACZ (docs/archives.md).
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "export/export_sink.hpp"
#include "store/job_reader.hpp"

namespace tagtrail::host {

/// The note on a job without archive.
inline constexpr const char* kNotArchived =
    "the job was not archived (harvest --archive warc does): its files are written, without pages "
    "and heads";

struct WebArchiveOptions {
  std::string name;      ///< of the export, without ending
  std::string software;  ///< Tagtrail and its version
  std::string seed_url;
  std::filesystem::path scratch;  ///< a file that may be written and is removed again
};

/// One WARC file: all that the job archived, else its files as `resource` records. `notes`: what
/// people should know of it. Errors: io, disk_full, those of `out`.
Expected<void> write_warc(const JobReader& job, const WebArchiveOptions& options,
                          const ExportSink& out, std::vector<std::string>& notes);

/// WACZ 1.1.1: WARC files, a CDXJ index, a list of pages, and digests of all. Errors: as above.
Expected<void> write_wacz(const JobReader& job, const WebArchiveOptions& options,
                          const ExportSink& out, std::vector<std::string>& notes);

}  // namespace tagtrail::host
