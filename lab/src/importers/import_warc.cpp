#include "importers/import_warc.hpp"

#include <nlohmann/json.hpp>
#include <set>

#include "importers/archive_source.hpp"
#include "importers/warc_reader.hpp"
#include "tagtrail/mime.hpp"
#include "tagtrail/text.hpp"
#include "tagtrail/url.hpp"

namespace tagtrail::host {
namespace {

/// Answers that are the same as an earlier one, recorded without their body.
struct Revisit {
  std::string url;
  std::string of_url;  ///< may be empty: then the digest says whose
  std::string digest;
};

class WarcImport {
 public:
  WarcImport(AnswerWriter& out, const BodyWish& wish) : out_(out), wish_(wish) {}

  Expected<void> prepare() {
    return out_.replica().database().run(
        "CREATE TEMP TABLE digest(digest TEXT PRIMARY KEY, url TEXT) WITHOUT ROWID");
  }
  Expected<void> read(ByteSource& bytes, const std::string& name);
  /// After all files: what was recorded only as equal to another answer.
  Expected<void> resolve_revisits();
  std::size_t records() const { return records_; }

 private:
  void note_request(const WarcRecord& record);
  bool answers_no_get(const WarcRecord& record) const;
  Expected<void> take(const WarcRecord& record);
  Expected<void> take_response(const WarcRecord& record, const std::string& url);
  Expected<void> take_resource(WarcRecord record, const std::string& url);
  Expected<void> resolve(const Revisit& revisit);

  AnswerWriter& out_;
  const BodyWish& wish_;
  std::size_t records_ = 0;
  std::set<std::string, std::less<>>
      others_;  ///< record ids of requests that are no GET, and of their answers
  std::vector<Revisit> revisits_;
};

Expected<void> WarcImport::read(ByteSource& bytes, const std::string& name) {
  // Room for the head of the answer, and for packed bodies that did not shrink.
  const std::size_t keep = wish_.max_bytes + WarcReader::kMaxHead;
  WarcReader reader(bytes);
  for (;;) {
    const auto record = reader.next(keep);
    if (!record) {
      if (record.error().code == ErrorCode::io || records_ == 0) {
        return tl::unexpected(record.error());
      }
      out_.note(name + " ends early, what came before was kept: " + record.error().message);
      return {};
    }
    if (!record->has_value()) return {};
    ++records_;
    TRY(take(**record));
  }
}

/// Answers to HEAD and POST are none to GET. A request may stand before its answer or name it.
void WarcImport::note_request(const WarcRecord& record) {
  if (!record.block.starts_with("HEAD ") && !record.block.starts_with("POST ")) return;
  for (const char* name : {"warc-record-id", "warc-concurrent-to"}) {
    if (const auto id = record.field(name); !id.empty()) others_.emplace(id);
  }
}

bool WarcImport::answers_no_get(const WarcRecord& record) const {
  return others_.contains(record.field("warc-record-id")) ||
         others_.contains(record.field("warc-concurrent-to"));
}

Expected<void> WarcImport::take(const WarcRecord& record) {
  if (record.type == "request") note_request(record);
  if (answers_no_get(record)) return {};
  const bool response = record.type == "response";
  const bool revisit = record.type == "revisit";
  if (!response && !revisit && record.type != "resource") return {};
  const auto url = canonical_url(record.target());
  if (!url) {
    out_.skip("record of a URL that is not http(s)");
    return {};
  }
  if (!revisit) return response ? take_response(record, *url) : take_resource(record, *url);
  Revisit entry{*url, {}, std::string(record.field("warc-payload-digest"))};
  if (const auto of = canonical_url(record.field("warc-refers-to-target-uri"))) entry.of_url = *of;
  revisits_.push_back(std::move(entry));
  return {};
}

Expected<void> WarcImport::take_response(const WarcRecord& record, const std::string& url) {
  const auto recorded = parse_http_answer(record.block, record.block_bytes, url, wish_);
  if (!recorded) {
    out_.skip("answer that can't be read (" + recorded.error().message + ")");
    return {};
  }
  const std::string_view truncated = record.field("warc-truncated");
  const bool broken = truncated == "disconnect" || truncated == "time";
  if (broken && recorded->answer.body.empty()) {
    // The crawl that recorded it had to ask again, too.
    out_.skip("answer that broke off");
    return {};
  }
  if (recorded->cut) out_.skip("body that is not whole");
  if (recorded->answer.status < 400 && split_url(url).path != "/robots.txt") {
    out_.propose_start(url);
  }
  const std::string_view digest = record.field("warc-payload-digest");
  if (!digest.empty() && recorded->answer.status == 200) {
    TRY(out_.replica().database().run("INSERT OR REPLACE INTO digest VALUES(?, ?)", digest,
                                      std::string_view(url)));
  }
  return out_.add(url, recorded->answer);
}

Expected<void> WarcImport::take_resource(WarcRecord record, const std::string& url) {
  ReplicaAnswer answer;
  answer.status = 200;
  answer.content_type = to_valid_utf8(record.field("content-type"));
  answer.mime = mime_essence(answer.content_type);
  answer.body_bytes = record.block_bytes;
  take_body(answer, url, std::move(record.block), wish_);
  if (answer.body.size() < record.block_bytes && !is_html(answer.mime)) answer.body.clear();
  return out_.add(url, answer);
}

Expected<void> WarcImport::resolve_revisits() {
  for (const Revisit& revisit : revisits_) {
    TRY(resolve(revisit));
  }
  return {};
}

Expected<void> WarcImport::resolve(const Revisit& revisit) {
  const auto known = TRY(out_.replica().answer(revisit.url, false));
  if (known.status == 200) return {};
  std::string of = revisit.of_url;
  TRY(of.empty() ? out_.replica().database().each(
                       "SELECT url FROM digest WHERE digest = ?",
                       [&](const sqlite::Row& row) -> Expected<void> {
                         of = row.string(0);
                         return {};
                       },
                       std::string_view(revisit.digest))
                 : Expected<void>{});
  auto answer = TRY(out_.replica().answer(of, false));
  auto body = TRY(out_.replica().body(of));
  if (answer.status != 200) {
    out_.skip("revisit of an answer that is not there");
    return {};
  }
  if (body.has_value()) answer.body = std::move(*body);
  return out_.add(revisit.url, answer);
}

/// The first page that is marked as a seed, else the first page. Damaged lines say nothing.
void propose_start_of_pages(AnswerWriter& out, std::string_view lines) {
  std::string first;
  while (!lines.empty()) {
    const std::size_t end = std::min(lines.find('\n'), lines.size());
    const auto page = nlohmann::json::parse(lines.substr(0, end), nullptr, false);
    lines.remove_prefix(std::min(end + 1, lines.size()));
    if (!page.is_object() || !page.contains("url") || !page["url"].is_string()) continue;
    const auto url = canonical_url(page["url"].get<std::string>());
    if (!url) continue;
    if (first.empty()) first = *url;
    const auto seed = page.find("seed");
    if (seed == page.end() || !seed->is_boolean() || !seed->get<bool>()) continue;
    out.propose_start(*url);
    return;
  }
  if (!first.empty()) out.propose_start(first);
}

constexpr std::size_t kMaxPageList = 64ULL << 20;

Expected<std::string> read_all(ByteSource& bytes, std::size_t max_bytes) {
  std::string all;
  while (all.size() < max_bytes) {
    const auto piece = TRY(bytes.next());
    if (piece.empty()) break;
    all.append(piece);
  }
  return all;
}

}  // namespace

Expected<void> import_warcs(AnswerWriter& out, const std::vector<std::filesystem::path>& files,
                            const BodyWish& wish) {
  WarcImport import(out, wish);
  TRY(import.prepare());
  for (const auto& file : files) {
    const auto bytes = TRY(open_unpacked(file.string()));
    TRY(import.read(*bytes, file.string()));
  }
  return import.resolve_revisits();
}

Expected<void> import_wacz(AnswerWriter& out, const std::filesystem::path& file,
                           const BodyWish& wish) {
  // The page list names the start better than the first answer does, wherever it is in the file.
  TRY(each_zip_entry(file.string(),
                     [&](const std::string& name, ByteSource& bytes) -> Expected<void> {
                       if (name != "pages/pages.jsonl") return {};
                       const auto lines = TRY(read_all(bytes, kMaxPageList));
                       propose_start_of_pages(out, lines);
                       return {};
                     }));
  WarcImport import(out, wish);
  TRY(import.prepare());
  TRY(each_zip_entry(file.string(),
                     [&](const std::string& name, ByteSource& bytes) -> Expected<void> {
                       const bool warc = name.ends_with(".warc.gz") || name.ends_with(".warc");
                       if (!name.starts_with("archive/") || !warc) return {};
                       if (name.ends_with(".warc")) return import.read(bytes, name);
                       const auto unpacked = TRY(unpack_gzip(bytes));
                       return import.read(*unpacked, name);
                     }));
  if (import.records() == 0) {
    return fail(ErrorCode::invalid_data, file.string() + " holds no archive/*.warc.gz");
  }
  return import.resolve_revisits();
}

}  // namespace tagtrail::host
