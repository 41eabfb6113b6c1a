// A WARC file made of the files of a job that was not archived.
#include <fmt/format.h>

#include <ctime>

#include "archive/new_record.hpp"
#include "export/job_warcs.hpp"
#include "store/posix_file.hpp"

namespace tagtrail::host {
namespace {

namespace fs = std::filesystem;

constexpr const char* kFields = "application/warc-fields";

/// The path comes from a database that may come from elsewhere.
fs::path file_of(const JobReader& job, const TargetRow& target) {
  const fs::path path = fs::path(target.path).lexically_normal();
  const bool inside = !path.empty() && path.is_relative() && *path.begin() == "files";
  return inside ? job.dir() / path : fs::path{};
}

std::string line(std::string_view name, std::string_view value) {
  if (value.empty()) return {};
  std::string text = fmt::format("{}: {}", name, value);
  for (char& c : text) {
    if (c == '\r' || c == '\n' || c == '\0') c = ' ';
  }
  return text + "\r\n";
}

std::string metadata_of(const TargetRow& target) {
  std::string text = line("via", target.page) + line("tagPath", target.tag_path) +
                     line("anchor", target.anchor) + line("loadedBy", target.via);
  for (const std::string& url : target.redirects) text += line("redirectedFrom", url);
  return text + line("content", "the file alone: the job kept no heads");
}

class Writer {
 public:
  Writer(const TargetWarc& options, const ExportSink& out) : options_(options), out_(out) {}

  Expected<void> write(const NewRecord& record, const TargetRow* target) {
    ArchiveRecord place;
    place.file = options_.name;
    place.offset = offset_;
    TRY(pack_record(record, [this](std::string_view piece) {
      offset_ += piece.size();
      return out_(piece);
    }));
    place.length = offset_ - place.offset;
    place.type = record.type;
    place.id = record.id;
    place.url = record.url;
    place.at = record.date;
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

NewRecord record_of(std::string type, std::string date, std::string url) {
  NewRecord record;
  record.type = std::move(type);
  record.id = new_record_id();
  record.date = std::move(date);
  record.url = std::move(url);
  record.content_type = kFields;
  return record;
}

Expected<void> write_target(const TargetRow& target, const fs::path& file, Writer& writer) {
  NewRecord resource = record_of("resource", target.fetched_at, target.url);
  resource.content_type = target.mime.empty() ? "application/octet-stream" : target.mime;
  resource.fields = {{"WARC-Payload-Digest", labelled_digest(target.sha256)}};
  resource.file = file;
  resource.file_bytes = target.bytes;
  NewRecord about = record_of("metadata", target.fetched_at, target.url);
  about.fields = {{"WARC-Concurrent-To", fmt::format("<{}>", resource.id)}};
  about.block = metadata_of(target);
  auto written = writer.write(resource, &target);
  return written ? writer.write(about, nullptr) : written;
}

}  // namespace

Expected<void> write_target_warc(const JobReader& job, const TargetWarc& options,
                                 const ExportSink& out) {
  Writer writer(options, out);
  const std::int64_t now = static_cast<std::int64_t>(std::time(nullptr)) * 1000;
  NewRecord info = record_of("warcinfo", warc_date(now), {});
  info.fields = {{"WARC-Filename", options.name}};
  info.block = line("software", options.software) + line("format", "WARC File Format 1.1") +
               line("description", "files of a harvest that was not archived");
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

}  // namespace tagtrail::host
