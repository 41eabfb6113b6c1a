#include "export/job_warcs.hpp"
#include "export/web_archive.hpp"

namespace tagtrail::host {

Expected<void> write_warc(const JobReader& job, const WebArchiveOptions& options,
                          const ExportSink& out, std::vector<std::string>& notes) {
  const auto warcs = TRY(job_warcs(job));
  // Files of gzip members behind each other are such a file again.
  for (const JobWarc& warc : warcs) {
    TRY(copy_job_warc(job, warc, out));
  }
  if (!warcs.empty()) return {};
  notes.emplace_back(kNotArchived);
  return write_target_warc(job, {options.name + ".warc.gz", options.software, {}, &notes}, out);
}

}  // namespace tagtrail::host
