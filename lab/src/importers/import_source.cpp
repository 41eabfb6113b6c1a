#include "importers/import_source.hpp"

#include <fstream>

#include "importers/archive_source.hpp"
#include "importers/import_job.hpp"
#include "importers/import_kit.hpp"
#include "importers/import_warc.hpp"
#include "replica/replica_loader.hpp"
#include "tagtrail/mime.hpp"
#include "tagtrail/url.hpp"

namespace tagtrail::host {
namespace {

namespace fs = std::filesystem;

/// Stands for the start until it is known; no site has it.
constexpr const char* kNoStart = "http://start.invalid/";

std::string first_bytes(const fs::path& file) {
  std::ifstream in(file, std::ios::binary);
  std::string start(16, '\0');
  in.read(start.data(), static_cast<std::streamsize>(start.size()));
  start.resize(static_cast<std::size_t>(in.gcount()));
  return start;
}

bool unpacks_to_warc(const fs::path& file) {
  const auto bytes = open_unpacked(file.string());
  if (!bytes) return false;
  const auto start = (*bytes)->next();
  return start && start->starts_with("WARC/");
}

/// Removes the unfinished replica unless it was put in place.
class Unfinished {
 public:
  explicit Unfinished(const fs::path& output) : output_(output), path_(output.string() + ".part") {}
  Unfinished(const Unfinished&) = delete;
  Unfinished& operator=(const Unfinished&) = delete;
  ~Unfinished() {
    std::error_code ignored;
    for (const char* suffix : {"", "-journal"}) fs::remove(path_.string() + suffix, ignored);
  }
  const fs::path& path() const { return path_; }
  Expected<void> put_in_place() {
    std::error_code code;
    fs::rename(path_, output_, code);
    if (code) return fail(ErrorCode::io, "can't write " + output_.string() + ": " + code.message());
    return {};
  }

 private:
  fs::path output_;
  fs::path path_;
};

Expected<void> read_answers(SourceKind kind, const ImportRequest& request, AnswerWriter& out) {
  BodyWish wish;
  wish.keep_files = request.with_files;
  switch (kind) {
    case SourceKind::warc:
      return import_warcs(out, request.sources, wish);
    case SourceKind::wacz:
      return import_wacz(out, request.sources.front(), wish);
    case SourceKind::job:
      return import_job(out, request.sources.front(), wish);
    case SourceKind::kit:
      return import_kit(out, request.sources.front());
    case SourceKind::folder:
      break;
  }
  return fail(ErrorCode::internal, "a folder has no answers");
}

Expected<std::string> start_of(const ImportRequest& request, const AnswerWriter& out) {
  if (!request.start.empty()) return canonical_url(request.start, out.start());
  if (!out.start().empty()) return out.start();
  return fail(ErrorCode::invalid_argument, request.sources.front().string() +
                                               " does not say where the site starts: --start URL");
}

Expected<SourceSummary> import_answers(SourceKind kind, const ImportRequest& request,
                                       const ImportProgress& progress) {
  SourceSummary summary;
  summary.kind = kind;
  Unfinished unfinished(request.output);
  {
    auto replica = TRY(Replica::create(unfinished.path(), kNoStart, kNoStart, false));
    AnswerWriter out(*replica, progress);
    auto read = read_answers(kind, request, out);
    if (read) read = out.finish();
    if (!read) return tl::unexpected(read.error());
    const auto start = TRY(start_of(request, out));
    TRY(replica->set_start_url(start));
    summary.answers = out.answers();
    summary.notes = out.notes();
    auto counts = TRY(store_reachable(*replica, progress));
    summary.counts = counts;
  }
  TRY(unfinished.put_in_place());
  return summary;
}

Expected<SourceSummary> import_one_folder(const ImportRequest& request,
                                          const ImportProgress& progress) {
  if (request.base.empty()) {
    return fail(ErrorCode::invalid_argument,
                "a folder of files needs --base URL: where it was served");
  }
  ImportOptions options;
  options.folder = request.sources.front();
  options.output = request.output;
  options.base = request.base;
  if (!request.start.empty()) options.start = request.start;
  options.clean_urls = request.clean_urls;
  const auto counts = TRY(import_folder(options, progress));
  SourceSummary summary;
  summary.counts = counts;
  return summary;
}

}  // namespace

std::string_view to_string(SourceKind kind) {
  switch (kind) {
    case SourceKind::folder:
      return "folder";
    case SourceKind::warc:
      return "WARC";
    case SourceKind::wacz:
      return "WACZ";
    case SourceKind::job:
      return "job folder";
    case SourceKind::kit:
      return "database of the published kit";
  }
  return "";
}

Expected<SourceKind> recognise_source(const fs::path& source) {
  std::error_code code;
  if (fs::is_directory(source, code)) {
    return is_job(source) ? SourceKind::job : SourceKind::folder;
  }
  if (!fs::is_regular_file(source, code)) {
    return fail(ErrorCode::not_found, "nothing to import at " + source.string());
  }
  const std::string start = first_bytes(source);
  if (start.starts_with("PK\x03\x04")) return SourceKind::wacz;
  if (start.starts_with("SQLite format 3") && !kit_table(source).empty()) return SourceKind::kit;
  if (unpacks_to_warc(source)) return SourceKind::warc;
  return fail(ErrorCode::invalid_data,
              source.string() + " is not a WARC, WACZ, job folder or folder of a site");
}

Expected<SourceSummary> import_source(const ImportRequest& request,
                                      const ImportProgress& progress) {
  if (request.sources.empty()) return fail(ErrorCode::invalid_argument, "nothing to import");
  std::optional<SourceKind> kind;
  for (const fs::path& source : request.sources) {
    const auto found = TRY(recognise_source(source));
    if (request.sources.size() > 1 && found != SourceKind::warc) {
      return fail(ErrorCode::invalid_argument,
                  "several sources are possible only for WARC files: " + source.string());
    }
    kind = found;
  }
  return *kind == SourceKind::folder ? import_one_folder(request, progress)
                                     : import_answers(*kind, request, progress);
}

}  // namespace tagtrail::host
