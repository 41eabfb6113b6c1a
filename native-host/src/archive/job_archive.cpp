#include "archive/job_archive.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <utility>

#include "archive/http_heads.hpp"
#include "store/sha256.hpp"
#include "system/private_modes.hpp"

namespace tagtrail::host {
namespace {

namespace fs = std::filesystem;

constexpr const char* kSameContent =
    "http://netpreserve.org/warc/1.1/revisit/identical-payload-digest";
constexpr const char* kNotModified = "http://netpreserve.org/warc/1.1/revisit/server-not-modified";
constexpr const char* kFields = "application/warc-fields";
/// The engine of an extension may say anything.
constexpr std::uint32_t kMostHops = 1000;

std::int64_t now_ms() {
  const auto now = std::chrono::system_clock::now().time_since_epoch();
  return std::chrono::duration_cast<std::chrono::milliseconds>(now).count();
}

std::string in_brackets(const std::string& id) { return fmt::format("<{}>", id); }

/// One line of application/warc-fields; what a page says in it can't begin another.
void add_line(std::string& fields, std::string_view name, std::string value) {
  if (value.empty()) return;
  for (char& c : value) {
    if (c == '\r' || c == '\n' || c == '\0') c = ' ';
  }
  fields += fmt::format("{}: {}\r\n", name, value);
}

bool has_no_body(const Capture& capture) {
  return capture.method == Method::head || capture.status == 304 || capture.status == 204;
}

}  // namespace

Expected<std::unique_ptr<JobArchive>> JobArchive::open(Options options, JobStore& store) {
  std::error_code error;
  const fs::file_status status = fs::symlink_status(options.directory, error);
  // A link would lead the writer, which removes files, elsewhere.
  if (status.type() != fs::file_type::not_found && status.type() != fs::file_type::directory) {
    return fail(ErrorCode::invalid_data, options.directory.string() + " is not a folder");
  }
  TRY(make_private_folders(options.directory));
  TRY(sync_directory(options.directory.parent_path()));
  return std::unique_ptr<JobArchive>(new JobArchive(std::move(options), store));
}

Expected<void> JobArchive::open_file(std::int64_t unix_ms) {
  if (file_) return {};
  auto file = TRY(WarcFile::create(options_.directory, unix_ms));
  file_ = std::move(file);
  prepared_bytes_ = committed_bytes_ = 0;
  NewRecord info;
  info.type = "warcinfo";
  info.id = new_record_id();
  info.date = warc_date(unix_ms);
  info.content_type = kFields;
  info.fields = {{"WARC-Filename", file_->name()}};
  for (const auto& [name, value] : options_.about) add_line(info.block, name, value);
  return append(info, {});
}

Expected<void> JobArchive::append(const NewRecord& record, ArchiveRecord facts) {
  const auto place = TRY(file_->append(record));
  facts.file = file_->name();
  facts.offset = place.offset;
  facts.length = place.length;
  facts.type = record.type;
  facts.id = record.id;
  facts.url = record.url;
  facts.at = record.date;
  appended_.push_back(std::move(facts));
  return {};
}

Expected<void> JobArchive::take(const Capture& capture) {
  TRY(open_file(now_ms()));
  NewRecord record;
  record.id = new_record_id();
  record.date = warc_date(capture.started_ms);
  record.url = capture.url;
  if (!capture.address.empty()) record.fields.emplace_back("WARC-IP-Address", capture.address);
  const Undescribed answer{record.id,   record.url,  record.date,    capture.duration_ms,
                           capture.via, capture.dom, capture.rebuilt};
  TRY(capture.kind == Capture::Kind::document ? append_document(capture, std::move(record))
                                              : append_exchange(capture, std::move(record)));
  if (!capture.for_robots) {
    undescribed_.emplace(capture.asked, answer);
    return {};
  }
  std::string fields;
  add_line(fields, "hopsFromSeed", "P");
  add_line(fields, "decision", "robots.txt is asked for before anything else of its site");
  return append_metadata(answer, std::move(fields), 0);
}

/// Before its answer, so that whoever reads the answer knows how it was asked for.
Expected<void> JobArchive::append_request(const Capture& capture, const std::string& date,
                                          const std::string& id) {
  if (capture.request_head.empty()) return {};
  ArchivedHead head = archived_request_head(capture.request_head);
  NewRecord request;
  request.type = "request";
  request.id = new_record_id();
  request.date = date;
  request.url = capture.url;
  request.content_type = "application/http; msgtype=request";
  request.fields = {{"WARC-Concurrent-To", in_brackets(id)}, {"WARC-Protocol", head.protocol}};
  request.block = std::move(head.text);
  ArchiveRecord facts;
  facts.method = to_string(capture.method);
  return append(request, std::move(facts));
}

Expected<std::optional<JobArchive::Known>> JobArchive::earlier(const std::string& digest) const {
  if (const auto known = new_digests_.find(digest); known != new_digests_.end()) {
    return known->second;
  }
  const auto stored = TRY(store_.archived_with(digest));
  if (!stored.has_value()) return std::optional<Known>{};
  return Known{stored->id, stored->url, stored->at};
}

Expected<void> JobArchive::append_exchange(const Capture& capture, NewRecord record) {
  TRY(append_request(capture, record.date, record.id));
  const bool in_file = !capture.file.empty();
  const std::uint64_t bytes = in_file ? capture.file_bytes : capture.body.size();
  ArchivedHead head = archived_response_head(capture.response_head, {bytes, has_no_body(capture)});
  record.type = "response";
  record.content_type = "application/http; msgtype=response";
  record.fields.emplace_back("WARC-Protocol", head.protocol);
  std::string digest;
  std::optional<Known> original;
  if (bytes > 0) {
    const std::string sha256 = in_file ? capture.sha256 : sha256_of(capture.body);
    digest = labelled_digest(sha256);
    record.fields.emplace_back("WARC-Payload-Digest", digest);
  }
  const bool whole = bytes > 0 && capture.truncated.empty() && capture.status == 200;
  if (!whole) digest.clear();
  const char* profile = whole ? kSameContent : kNotModified;
  if (whole) {
    auto known = TRY(earlier(digest));
    original = std::move(known);
  } else if (capture.status == 304) {
    const auto known = TRY(store_.archived_at(capture.url));
    if (known.has_value()) original = Known{known->id, known->url, known->at};
  }
  ArchiveRecord facts;
  facts.method = to_string(capture.method);
  facts.status = capture.status;
  facts.mime = capture.mime;
  facts.digest = digest;
  record.block = std::move(head.text);
  if (original) {
    record.type = "revisit";
    record.fields.emplace_back("WARC-Profile", profile);
    record.fields.emplace_back("WARC-Refers-To", in_brackets(original->id));
    record.fields.emplace_back("WARC-Refers-To-Target-URI", original->url);
    record.fields.emplace_back("WARC-Refers-To-Date", original->at);
    return append(record, std::move(facts));
  }
  if (!capture.truncated.empty()) record.fields.emplace_back("WARC-Truncated", capture.truncated);
  if (in_file) {
    record.file = capture.file;
    record.file_bytes = capture.file_bytes;
  } else {
    record.block += capture.body;
  }
  if (!digest.empty()) {
    new_digests_.try_emplace(digest, Known{record.id, record.url, record.date});
  }
  return append(record, std::move(facts));
}

Expected<void> JobArchive::append_document(const Capture& capture, NewRecord record) {
  record.type = "resource";
  record.content_type = capture.mime.empty() ? "application/octet-stream" : capture.mime;
  if (capture.dom) record.content_type += "; charset=utf-8";
  const std::string digest =
      labelled_digest(capture.file.empty() ? sha256_of(capture.body) : capture.sha256);
  record.fields.emplace_back("WARC-Payload-Digest", digest);
  if (!capture.truncated.empty()) record.fields.emplace_back("WARC-Truncated", capture.truncated);
  record.block = std::string(capture.body);
  record.file = capture.file;
  record.file_bytes = capture.file_bytes;
  ArchiveRecord facts;
  facts.method = to_string(capture.method);
  facts.status = capture.status;
  facts.mime = capture.mime;
  facts.digest = digest;
  return append(record, std::move(facts));
}

Expected<void> JobArchive::append_metadata(const Undescribed& of, std::string fields,
                                           std::uint64_t n) {
  NewRecord record;
  record.type = "metadata";
  record.id = new_record_id();
  record.date = of.date;
  record.url = of.url;
  record.content_type = kFields;
  record.fields = {{"WARC-Concurrent-To", in_brackets(of.id)}};
  add_line(fields, "fetchTimeMs", std::to_string(of.duration_ms));
  add_line(fields, "loadedBy", std::string(to_string(of.via)));
  if (of.dom) add_line(fields, "content", "the document as the tab showed it, serialised");
  if (of.rebuilt) add_line(fields, "heads", "rebuilt from what the browser tells of them");
  record.block = std::move(fields);
  ArchiveRecord facts;
  facts.n = n;
  return append(record, std::move(facts));
}

Expected<void> JobArchive::describe(const Request& request, std::uint64_t n) {
  const auto [begin, end] = undescribed_.equal_range(request.url);
  if (begin == end) return {};
  TRY(open_file(now_ms()));
  std::string fields;
  add_line(fields, "via", request.source_page);
  add_line(fields, "hopsFromSeed", std::string(std::min(request.depth, kMostHops), 'L'));
  add_line(fields, "tagPath", request.tag_path);
  add_line(fields, "anchor", request.anchor);
  add_line(fields, "purpose", std::string(to_string(request.purpose)));
  add_line(fields, "decision", request.reason.words);
  for (auto answer = begin; answer != end; ++answer) {
    TRY(append_metadata(answer->second, fields, n));
  }
  // Those that were committed before are found by the store.
  for (ArchiveRecord& record : appended_) {
    const bool own = std::any_of(begin, end, [&record](const auto& answer) {
      return record.url == answer.second.url || record.url == answer.first;
    });
    if (record.n == 0 && own) record.n = n;
  }
  undescribed_.erase(begin, end);
  return {};
}

Expected<void> JobArchive::prepare_commit() {
  if (appended_.empty()) return {};
  TRY(file_->sync());
  prepared_bytes_ = file_->bytes();
  store_.add_archived(std::exchange(appended_, {}));
  return {};
}

Expected<void> JobArchive::committed() {
  committed_bytes_ = prepared_bytes_;
  if (!appended_.empty()) return {};
  new_digests_.clear();
  if (!file_ || committed_bytes_ < options_.max_file_bytes) return {};
  return close();
}

Expected<void> JobArchive::close() {
  if (!file_) return {};
  const std::unique_ptr<WarcFile> file = std::move(file_);
  appended_.clear();
  return file->close(committed_bytes_);
}

}  // namespace tagtrail::host
