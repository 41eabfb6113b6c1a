// WACZ 1.1.1 (specs.webrecorder.net/wacz/1.1.1).
#include <fmt/format.h>

#include <chrono>
#include <nlohmann/json.hpp>

#include "archive/cdxj.hpp"
#include "archive/new_record.hpp"
#include "export/atomic_file.hpp"
#include "export/job_warcs.hpp"
#include "export/page_list.hpp"
#include "export/web_archive.hpp"
#include "export/zip_writer.hpp"
#include "store/file_pieces.hpp"
#include "tagtrail/mime.hpp"

namespace tagtrail::host {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;

std::string dump(const Json& json) {
  return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

std::string now() {
  const auto since = std::chrono::system_clock::now().time_since_epoch();
  return warc_date(std::chrono::duration_cast<std::chrono::milliseconds>(since).count());
}

/// A file that is there for the life of this.
class ScratchFile {
 public:
  explicit ScratchFile(fs::path path) : path_(std::move(path)) {}
  ~ScratchFile() {
    std::error_code ignored;
    fs::remove(path_, ignored);
  }
  ScratchFile(const ScratchFile&) = delete;
  ScratchFile& operator=(const ScratchFile&) = delete;
  const fs::path& path() const { return path_; }

 private:
  fs::path path_;
};

class Wacz {
 public:
  Wacz(const JobReader& job, const WebArchiveOptions& options, ZipWriter& zip)
      : job_(job), options_(options), zip_(zip), pages_(options.seed_url) {}

  Expected<void> write(std::vector<std::string>& notes) {
    const auto warcs = TRY(job_warcs(job_));
    if (warcs.empty()) notes.emplace_back(kNotArchived);
    auto done = warcs.empty() ? add_files(notes) : add_archived(warcs);
    if (done) done = zip_.add("indexes/index.cdxj", cdxj_index(std::move(index_)));
    if (done) done = zip_.add("pages/pages.jsonl", pages_.text());
    return done ? add_package() : done;
  }

 private:
  void index(const ArchiveRecord& record) {
    if (is_indexed(record)) index_.push_back(cdxj_line(record));
  }

  Expected<void> add_archived(const std::vector<JobWarc>& warcs) {
    for (const JobWarc& warc : warcs) {
      TRY(zip_.add("archive/" + warc.name, warc.bytes,
                   [&](const ExportSink& out) { return copy_job_warc(job_, warc, out); }));
    }
    TRY(job_.each_archived([this](const ArchiveRecord& record) -> Expected<void> {
      index(record);
      return {};
    }));
    return job_.each_archived_page([this](const JobReader::PageRow& row) -> Expected<void> {
      const auto response = TRY(decode_response(row.record.data(), row.record.size()));
      // Sitemaps and feeds are pages to the crawl alone.
      if (is_html(response.mime)) pages_.add(row.url, response.page.title, row.at);
      return {};
    });
  }

  /// Entries need to know their size first, so that the WARC file is made beside the WACZ.
  Expected<void> add_files(std::vector<std::string>& notes) {
    const std::string name = options_.name + ".warc.gz";
    const ScratchFile scratch(options_.scratch);
    auto file = TRY(AtomicFile::create(scratch.path(), kPrivateFile));
    std::uint64_t bytes = 0;
    TargetWarc warc{name, options_.software, {}, &notes};
    warc.listed = [this](const ArchiveRecord& record, const TargetRow* target) {
      index(record);
      if (target != nullptr) pages_.add(target->url, target->name, record.at);
    };
    auto written = write_target_warc(job_, warc, [&](std::string_view piece) {
      bytes += piece.size();
      return file.write(piece);
    });
    if (written) written = file.publish();
    if (!written) return written;
    return zip_.add("archive/" + name, bytes,
                    [&](const ExportSink& out) { return each_piece(scratch.path(), bytes, out); });
  }

  Expected<void> add_package() {
    Json package{{"profile", "data-package"},
                 {"wacz_version", "1.1.1"},
                 {"title", options_.name},
                 {"software", options_.software},
                 {"created", now()}};
    if (!pages_.main_url().empty()) {
      package["mainPageUrl"] = pages_.main_url();
      package["mainPageDate"] = pages_.main_date();
    }
    Json resources = Json::array();
    for (const ZipWriter::Entry& entry : zip_.entries()) {
      resources.push_back(Json{{"name", entry.path.substr(entry.path.rfind('/') + 1)},
                               {"path", entry.path},
                               {"hash", labelled_digest(entry.sha256)},
                               {"bytes", entry.bytes}});
    }
    package["resources"] = std::move(resources);
    TRY(zip_.add("datapackage.json", dump(package)));
    const Json digest{{"path", "datapackage.json"},
                      {"hash", labelled_digest(zip_.entries().back().sha256)}};
    return zip_.add("datapackage-digest.json", dump(digest));
  }

  const JobReader& job_;
  const WebArchiveOptions& options_;
  ZipWriter& zip_;
  std::vector<std::string> index_;
  PageList pages_;
};

}  // namespace

Expected<void> write_wacz(const JobReader& job, const WebArchiveOptions& options,
                          const ExportSink& out, std::vector<std::string>& notes) {
  auto zip = TRY(ZipWriter::create(out));
  auto written = Wacz(job, options, *zip).write(notes);
  return written ? zip->finish() : written;
}

}  // namespace tagtrail::host
