#include "export/job_warcs.hpp"

#include <fcntl.h>

#include "store/archive_index.hpp"
#include "store/job_folder.hpp"
#include "system/posix_file.hpp"

namespace tagtrail::host {
namespace {

namespace fs = std::filesystem;

bool is_plain(const std::string& name) {
  return name.ends_with(kWarcEnding) && name.find('/') == std::string::npos;
}

}  // namespace

Expected<Descriptor> open_job_warc(const fs::path& archive, const std::string& name) {
  // The database may come from elsewhere: no name of its may lead out of the folder.
  if (!is_plain(name)) return fail(ErrorCode::invalid_data, "job.db: a damaged file name");
  // A file that is being written may get its final name at any moment, but never loses it.
  for (const fs::path& file : {archive / name, archive / (name + std::string(kOpenEnding))}) {
    if (auto opened = open_file(file, O_RDONLY)) return opened;
  }
  return open_file(archive / name, O_RDONLY);
}

Expected<std::vector<JobWarc>> job_warcs(const JobReader& job) {
  std::vector<JobWarc> warcs;
  TRY(job.each_archived([&warcs](const ArchiveRecord& record) -> Expected<void> {
    // The database may come from elsewhere: no name of its may lead out of the folder.
    if (!is_plain(record.file)) return fail(ErrorCode::invalid_data, "job.db: a damaged file name");
    if (warcs.empty() || warcs.back().name != record.file) warcs.push_back({record.file, 0});
    warcs.back().bytes = record.offset + record.length;
    return {};
  }));
  return warcs;
}

Expected<void> copy_job_warc(const JobReader& job, const JobWarc& warc, const ExportSink& out) {
  const fs::path archive = job.dir() / folder::kArchive;
  const auto opened = TRY(open_job_warc(archive, warc.name));
  return each_piece(opened, archive / warc.name, warc.bytes, out);
}

}  // namespace tagtrail::host
