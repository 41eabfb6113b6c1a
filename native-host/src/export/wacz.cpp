// WACZ 1.1.1 (specs.webrecorder.net/wacz/1.1.1).
#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "archive/cdxj.hpp"
#include "archive/new_record.hpp"
#include "export/job_warcs.hpp"
#include "export/web_archive.hpp"
#include "export/zip_writer.hpp"
#include "system/atomic_file.hpp"
#include "system/posix_file.hpp"
#include "system/times.hpp"
#include "tagtrail/mime.hpp"

namespace tagtrail::host {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;

std::string dump(const Json& json, int indent = 2) {
  return json.dump(indent, ' ', false, Json::error_handler_t::replace) + "\n";
}

/// pages/pages.jsonl: where a reader of the archive begins.
class PageList {
 public:
  explicit PageList(std::string seed_url) : seed_url_(std::move(seed_url)) {}

  /// `at`: the WARC-Date of its capture.
  void add(std::string_view url, std::string_view title, std::string_view at) {
    Json page{{"id", std::to_string(++count_)},
              {"url", url},
              {"title", title.empty() ? url : title},
              {"ts", at}};
    const bool seed = url == seed_url_;
    if (seed) page["seed"] = true;
    if (seed || main_url_.empty()) {
      main_url_ = url;
      main_date_ = at;
    }
    lines_ += dump(page, -1);
  }

  /// All lines, with the one that says what they are.
  std::string text() const {
    return dump({{"format", "json-pages-1.0"}, {"id", "pages"}, {"title", "All pages"}}, -1) +
           lines_;
  }
  /// Of the seed URL, else of the first page; none without any.
  void name_main(Json& package) const {
    if (main_url_.empty()) return;
    package["mainPageUrl"] = main_url_;
    package["mainPageDate"] = main_date_;
  }

 private:
  std::string seed_url_;
  std::string main_url_;
  std::string main_date_;
  std::string lines_;
  unsigned long count_ = 0;
};

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
    TRY(warcs.empty() ? add_files(notes) : add_archived(warcs));
    TRY(zip_.add("indexes/index.cdxj", cdxj_index(std::move(index_))));
    TRY(zip_.add("pages/pages.jsonl", pages_.text()));
    return add_package();
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
    TRY(write_target_warc(job_, warc, [&](std::string_view piece) {
      bytes += piece.size();
      return file.write(piece);
    }));
    TRY(file.publish());
    return zip_.add("archive/" + name, bytes,
                    [&](const ExportSink& out) { return each_piece(scratch.path(), bytes, out); });
  }

  Expected<void> add_package() {
    Json package{{"profile", "data-package"},
                 {"wacz_version", "1.1.1"},
                 {"title", options_.name},
                 {"software", options_.software},
                 {"created", utc_now()}};
    pages_.name_main(package);
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
  TRY(Wacz(job, options, *zip).write(notes));
  return zip->finish();
}

}  // namespace tagtrail::host
