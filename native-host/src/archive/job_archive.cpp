#include "archive/job_archive.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "archive/http_heads.hpp"
#include "system/private_modes.hpp"
#include "system/sha256.hpp"
#include "system/times.hpp"

namespace tagtrail::host {
namespace {

namespace fs = std::filesystem;

constexpr const char* kSameContent =
    "http://netpreserve.org/warc/1.1/revisit/identical-payload-digest";
constexpr const char* kNotModified = "http://netpreserve.org/warc/1.1/revisit/server-not-modified";
/// The engine of an extension may say anything.
constexpr std::uint32_t kMostHops = 1000;

std::string method_of(const Capture& capture) {
  return capture.query.empty() ? std::string(to_string(capture.method)) : "POST";
}

bool has_no_body(const Capture& capture) {
  return capture.method == Method::head || capture.status == 304 || capture.status == 204;
}

std::string digest_of(const Capture& capture) {
  return labelled_digest(capture.file.empty() ? sha256_of(capture.body) : capture.sha256);
}

/// What the index says of an answer besides its record's place.
JobArchive::Facts facts_of(const Capture& capture, std::string digest) {
  return {0, method_of(capture), capture.mime, capture.status, std::move(digest)};
}

void add_body(const Capture& capture, NewRecord& record) {
  if (!capture.truncated.empty()) record.fields.emplace_back("WARC-Truncated", capture.truncated);
  if (capture.file.empty()) {
    record.block += capture.body;
  } else {
    record.file = capture.file;
    record.file_bytes = capture.file_bytes;
  }
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
  file_ = TRY(WarcFile::create(options_.directory, unix_ms));
  prepared_bytes_ = committed_bytes_ = 0;
  NewRecord info = new_record("warcinfo", utc_text(unix_ms), {});
  info.fields = {{"WARC-Filename", file_->name()}};
  for (const auto& [name, value] : options_.about) info.block += warc_line(name, value);
  return append(info, {});
}

Expected<void> JobArchive::append(const NewRecord& record, Facts facts) {
  const auto [offset, length] = TRY(file_->append(record));
  ArchiveRecord& place = appended_.emplace_back(place_of(record, file_->name(), offset, length));
  place.n = facts.n;
  place.method = std::move(facts.method);
  place.mime = std::move(facts.mime);
  place.status = facts.status;
  place.digest = std::move(facts.digest);
  return {};
}

Expected<void> JobArchive::take(const Capture& capture) {
  TRY(open_file(unix_ms_now()));
  NewRecord record = new_record({}, utc_text(capture.started_ms), capture.url);
  if (!capture.address.empty()) record.fields.emplace_back("WARC-IP-Address", capture.address);
  const Undescribed answer{record.id,   record.url,  record.date,    capture.duration_ms,
                           capture.via, capture.dom, capture.rebuilt};
  TRY(capture.kind == Capture::Kind::document ? append_document(capture, std::move(record))
                                              : append_exchange(capture, std::move(record)));
  if (!capture.for_robots) {
    undescribed_.emplace(capture.asked, answer);
    return {};
  }
  return append_metadata(
      answer,
      warc_line("hopsFromSeed", "P") +
          warc_line("decision", "robots.txt is asked for before anything else of its site"),
      0);
}

/// Before its answer, so that whoever reads the answer knows how it was asked for.
Expected<void> JobArchive::append_request(const Capture& capture, const std::string& date,
                                          const std::string& id) {
  if (capture.request_head.empty()) return {};
  ArchivedHead head = archived_request_head(capture.request_head);
  NewRecord request = new_record("request", date, capture.url);
  request.content_type = "application/http; msgtype=request";
  request.fields = {{"WARC-Concurrent-To", in_brackets(id)}, {"WARC-Protocol", head.protocol}};
  request.block = std::move(head.text) + capture.query;
  return append(request, {.method = method_of(capture)});
}

Expected<std::optional<ArchiveRecord>> JobArchive::earlier(const std::string& digest) const {
  const auto known = new_digests_.find(digest);
  return known == new_digests_.end() ? store_.archive().with_digest(digest) : known->second;
}

Expected<void> JobArchive::append_exchange(const Capture& capture, NewRecord record) {
  TRY(append_request(capture, record.date, record.id));
  const std::uint64_t bytes = capture.file.empty() ? capture.body.size() : capture.file_bytes;
  ArchivedHead head = archived_response_head(capture.response_head, {bytes, has_no_body(capture)});
  record.type = "response";
  record.content_type = "application/http; msgtype=response";
  record.fields.emplace_back("WARC-Protocol", head.protocol);
  std::string digest = bytes > 0 ? digest_of(capture) : std::string();
  if (bytes > 0) record.fields.emplace_back("WARC-Payload-Digest", digest);
  const bool whole = bytes > 0 && capture.truncated.empty() && capture.status == 200;
  if (!whole) digest.clear();
  std::optional<ArchiveRecord> original;
  if (whole) {
    original = TRY(earlier(digest));
  } else if (capture.status == 304) {
    original = TRY(store_.archive().of_url(capture.url));
  }
  record.block = std::move(head.text);
  if (original) {
    record.type = "revisit";
    record.fields.emplace_back("WARC-Profile", whole ? kSameContent : kNotModified);
    record.fields.emplace_back("WARC-Refers-To", in_brackets(original->id));
    record.fields.emplace_back("WARC-Refers-To-Target-URI", original->url);
    record.fields.emplace_back("WARC-Refers-To-Date", original->at);
    return append(record, facts_of(capture, std::move(digest)));
  }
  add_body(capture, record);
  if (whole) new_digests_.try_emplace(digest, place_of(record, {}, 0, 0));
  return append(record, facts_of(capture, std::move(digest)));
}

Expected<void> JobArchive::append_document(const Capture& capture, NewRecord record) {
  record.type = "resource";
  record.content_type = capture.mime.empty() ? "application/octet-stream" : capture.mime;
  if (capture.dom) record.content_type += "; charset=utf-8";
  std::string digest = digest_of(capture);
  record.fields.emplace_back("WARC-Payload-Digest", digest);
  add_body(capture, record);
  return append(record, facts_of(capture, std::move(digest)));
}

Expected<void> JobArchive::append_metadata(const Undescribed& of, std::string fields,
                                           std::uint64_t n) {
  NewRecord record = new_record("metadata", of.date, of.url);
  record.fields = {{"WARC-Concurrent-To", in_brackets(of.id)}};
  record.block = std::move(fields) + warc_line("fetchTimeMs", std::to_string(of.duration_ms)) +
                 warc_line("loadedBy", to_string(of.via));
  if (of.dom) record.block += warc_line("content", "the document as the tab showed it, serialised");
  if (of.rebuilt) record.block += warc_line("heads", "rebuilt from what the browser tells of them");
  return append(record, {.n = n});
}

Expected<void> JobArchive::describe(const Request& request, std::uint64_t n) {
  const auto [begin, end] = undescribed_.equal_range(request.url);
  if (begin == end) return {};
  TRY(open_file(unix_ms_now()));
  const std::string fields =
      warc_line("via", request.source_page) +
      warc_line("hopsFromSeed", std::string(std::min(request.depth, kMostHops), 'L')) +
      warc_line("tagPath", request.tag_path) + warc_line("anchor", request.anchor) +
      warc_line("purpose", to_string(request.purpose)) +
      warc_line("decision", request.reason.words);
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
