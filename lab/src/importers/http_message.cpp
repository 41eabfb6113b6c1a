#include "importers/http_message.hpp"

#include <algorithm>

#include "feeds/link_source.hpp"
#include "fetch/head_reader.hpp"
#include "html/page_reader.hpp"
#include "html/type_sniffing.hpp"
#include "importers/content_coding.hpp"
#include "tagtrail/mime.hpp"
#include "tagtrail/text.hpp"
#include "tagtrail/url.hpp"

namespace tagtrail::host {
namespace {

constexpr std::size_t kMaxHead = 1 << 20;

/// The fields that say how the body was packed for its way.
struct Packing {
  std::string transfer;
  std::string content;
};

void note_packing(Packing& packing, std::string_view line) {
  const std::size_t colon = line.find(':');
  if (colon == std::string_view::npos) return;
  const std::string name = ascii_lower(trim(line.substr(0, colon)));
  const std::string_view value = trim(line.substr(colon + 1));
  if (name == "transfer-encoding") packing.transfer = ascii_lower(value);
  if (name == "content-encoding") {
    if (!packing.content.empty()) packing.content += ", ";
    packing.content += value;
  }
}

/// Reads the head; gives where the body begins. A head that breaks off has no body.
Expected<std::size_t> read_head(std::string_view message, HeadReader& head, Packing& packing) {
  if (!message.starts_with("HTTP/")) return fail(ErrorCode::invalid_data, "no HTTP answer");
  std::size_t at = 0;
  while (at < std::min(message.size(), kMaxHead)) {
    const std::size_t end = std::min(message.find('\n', at), message.size() - 1) + 1;
    const std::string_view line = message.substr(at, end - at);
    at = end;
    note_packing(packing, line);
    if (head.take(line)) return at;
    if (trim(line).empty()) packing = {};  // of an interim answer
  }
  if (head.head().status == 0)
    return fail(ErrorCode::invalid_data, "an HTTP answer without status");
  return message.size();
}

}  // namespace

void take_body(ReplicaAnswer& answer, std::string_view url, std::string body,
               const BodyWish& wish) {
  const std::string_view start = std::string_view(body).substr(0, kSniffBytes);
  answer.mime = sniffed_mime(answer.mime, start, url_extension(url));
  if (answer.mime == "application/xml" || answer.mime == "text/xml") {
    answer.xml_root = xml_root_name(start);
  }
  answer.body_bytes = std::max<std::uint64_t>(answer.body_bytes, body.size());
  // Sitemaps and feeds are pages to those who read them.
  const bool page = is_html(answer.mime) ||
                    begins_as_link_source(body, {url, answer.mime, answer.content_type, false});
  if (page || wish.keep_files) answer.body = std::move(body);
}

Expected<RecordedAnswer> parse_http_answer(std::string_view message, std::uint64_t message_bytes,
                                           std::string_view url, const BodyWish& wish) {
  HeadReader head{std::string(url)};
  Packing packing;
  const auto begin = TRY(read_head(message, head, packing));
  RecordedAnswer recorded;
  ReplicaAnswer& answer = recorded.answer;
  answer.status = head.head().status;
  answer.mime = head.head().mime;
  answer.content_type = head.head().content_type;
  answer.location = head.head().location;
  answer.file_name = head.head().file_name;
  answer.header_bytes = head.head().header_bytes;
  Decoded body{std::string(message.substr(begin))};
  const bool chunked = packing.transfer.find("chunked") != std::string::npos;
  if (chunked) body = join_chunks(body.bytes);
  auto plain = TRY(undo_codings(packing.content, body.bytes, wish.max_bytes));
  const bool left_away = message_bytes > message.size();
  recorded.cut = left_away || body.cut || plain.cut;
  if (left_away && !chunked && packing.content.empty()) answer.body_bytes = message_bytes - begin;
  if (answer.status < 200 || answer.status >= 300) {
    answer.body_bytes = plain.bytes.size();
    return recorded;
  }
  take_body(answer, url, std::move(plain.bytes), wish);
  // A file that is not whole is no file; a page that is cut still has links.
  if (recorded.cut && !is_html(answer.mime)) answer.body.clear();
  return recorded;
}

}  // namespace tagtrail::host
