// The WARC files that a job has, or one that is made of its files.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "export/export_sink.hpp"
#include "store/job_reader.hpp"
#include "system/posix_file.hpp"

namespace tagtrail::host {

struct JobWarc {
  std::string name;         ///< NAME.warc.gz
  std::uint64_t bytes = 0;  ///< that are committed; a file that is being written may have more
};

/// Those that the job has written, in their order.
Expected<std::vector<JobWarc>> job_warcs(const JobReader& job);
/// Its committed bytes. Errors: not_found, io, those of `out`.
Expected<void> copy_job_warc(const JobReader& job, const JobWarc& warc, const ExportSink& out);

/// The file of that name in archive/, finished or not. Errors: invalid_data (no plain name),
/// not_found, io.
Expected<Descriptor> open_job_warc(const std::filesystem::path& archive, const std::string& name);

/// For jobs that were not archived: a WARC file with a `resource` record for each target, read
/// from the job's files, and a metadata record that says where it was linked. Files that are gone
/// or were changed are left out, with a line in `notes`. `listed` gets each record's place in the
/// file `name`. Errors: io, those of `out`.
struct TargetWarc {
  std::string name;
  std::string software;
  std::function<void(const ArchiveRecord&, const TargetRow*)> listed;  ///< null but for resources
  std::vector<std::string>* notes = nullptr;
};
Expected<void> write_target_warc(const JobReader& job, const TargetWarc& options,
                                 const ExportSink& out);

}  // namespace tagtrail::host
