// A job as one WARC file: all that it archived, or one made of its files.
#include <fmt/format.h>

#include "archive/new_record.hpp"
#include "export/job_warcs.hpp"
#include "export/web_archive.hpp"
#include "system/posix_file.hpp"
#include "system/sha256.hpp"
#include "system/times.hpp"

namespace tagtrail::host {
namespace {

namespace fs = std::filesystem;

/// The path comes from a database that may come from elsewhere.
fs::path file_of(const JobReader& job, const TargetRow& target) {
  const fs::path path = fs::path(target.path).lexically_normal();
  const bool inside = !path.empty() && path.is_relative() && *path.begin() == "files";
  return inside ? job.dir() / path : fs::path{};
}

std::string metadata_of(const TargetRow& target) {
  std::string text = warc_line("via", target.page) + warc_line("tagPath", target.tag_path) +
                     warc_line("anchor", target.anchor) + warc_line("loadedBy", target.via);
  for (const std::string& url : target.redirects) text += warc_line("redirectedFrom", url);
  return text + warc_line("content", "the file alone: the job kept no heads");
}

class Writer {
 public:
  Writer(const TargetWarc& options, const ExportSink& out) : options_(options), out_(out) {}

  Expected<void> write(const NewRecord& record, const TargetRow* target) {
    const std::uint64_t begun = offset_;
    TRY(pack_record(record, [this](std::string_view piece) {
      offset_ += piece.size();
      return out_(piece);
    }));
    ArchiveRecord place = place_of(record, options_.name, begun, offset_ - begun);
    if (target != nullptr) {
      place.mime = target->mime;
      place.status = target->status;
      place.digest = labelled_digest(target->sha256);
    }
    if (options_.listed) options_.listed(place, target);
    return {};
  }

 private:
  const TargetWarc& options_;
  const ExportSink& out_;
  std::uint64_t offset_ = 0;
};

Expected<void> write_target(const TargetRow& target, const fs::path& file, Writer& writer) {
  NewRecord resource = new_record("resource", target.fetched_at, target.url);
  resource.content_type = target.mime.empty() ? "application/octet-stream" : target.mime;
  resource.fields = {{"WARC-Payload-Digest", labelled_digest(target.sha256)}};
  resource.file = file;
  resource.file_bytes = target.bytes;
  NewRecord about = new_record("metadata", target.fetched_at, target.url);
  about.fields = {{"WARC-Concurrent-To", in_brackets(resource.id)}};
  about.block = metadata_of(target);
  TRY(writer.write(resource, &target));
  return writer.write(about, nullptr);
}

}  // namespace

Expected<void> write_target_warc(const JobReader& job, const TargetWarc& options,
                                 const ExportSink& out) {
  Writer writer(options, out);
  const std::int64_t now = unix_ms_now() / 1000 * 1000;
  NewRecord info = new_record("warcinfo", utc_text(now), {});
  info.fields = {{"WARC-Filename", options.name}};
  info.block = warc_line("software", options.software) +
               warc_line("format", "WARC File Format 1.1") +
               warc_line("description", "files of a harvest that was not archived");
  TRY(writer.write(info, nullptr));
  return job.each_target([&](const TargetRow& target) -> Expected<void> {
    const fs::path file = file_of(job, target);
    const auto digest = sha256_of_file(file);
    if (digest && *digest == target.sha256) return write_target(target, file, writer);
    options.notes->push_back(fmt::format("{} {}, and is left out", target.path,
                                         digest ? "was changed" : "is not there"));
    return {};
  });
}

Expected<void> write_warc(const JobReader& job, const WebArchiveOptions& options,
                          const ExportSink& out, std::vector<std::string>& notes) {
  const auto warcs = TRY(job_warcs(job));
  // Files of gzip members behind each other are such a file again.
  for (const JobWarc& warc : warcs) TRY(copy_job_warc(job, warc, out));
  if (!warcs.empty()) return {};
  notes.emplace_back(kNotArchived);
  return write_target_warc(job, {options.name + ".warc.gz", options.software, {}, &notes}, out);
}

}  // namespace tagtrail::host
