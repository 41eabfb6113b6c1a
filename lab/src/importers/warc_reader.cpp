#include "importers/warc_reader.hpp"

#include <algorithm>
#include <charconv>

#include "tagtrail/text.hpp"

namespace tagtrail::host {
namespace {

constexpr std::size_t kMaxFields = 200;

/// One line without its end, taken off `text`.
std::string_view take_line(std::string_view& text) {
  const std::size_t end = std::min(text.find('\n'), text.size());
  const std::string_view line = trim(text.substr(0, end));
  text.remove_prefix(std::min(end + 1, text.size()));
  return line;
}

Expected<WarcRecord> parse_head(std::string_view head) {
  WarcRecord record;
  if (!take_line(head).starts_with("WARC/")) {
    return fail(ErrorCode::invalid_data, "no WARC record where one should begin");
  }
  while (!head.empty() && record.fields.size() < kMaxFields) {
    const std::string_view line = take_line(head);
    const std::size_t colon = line.find(':');
    if (colon == std::string_view::npos) continue;
    record.fields.emplace(ascii_lower(trim(line.substr(0, colon))), trim(line.substr(colon + 1)));
  }
  record.type = ascii_lower(record.field("warc-type"));
  const std::string_view length = record.field("content-length");
  const auto [end, error] =
      std::from_chars(length.data(), length.data() + length.size(), record.block_bytes);
  if (length.empty() || error != std::errc{} || end != length.data() + length.size()) {
    return fail(ErrorCode::invalid_data, "a WARC record without a valid Content-Length");
  }
  return record;
}

}  // namespace

std::string_view WarcRecord::field(std::string_view name) const {
  const auto found = fields.find(name);
  return found == fields.end() ? std::string_view{} : std::string_view(found->second);
}

std::string_view WarcRecord::target() const {
  std::string_view url = field("warc-target-uri");
  if (url.size() >= 2 && url.front() == '<' && url.back() == '>') {
    url = url.substr(1, url.size() - 2);
  }
  return url;
}

Expected<void> WarcReader::fill(std::size_t wanted) {
  while (!ended_ && buffer_.size() - at_ < wanted) {
    const auto piece = TRY(source_.next());
    ended_ = piece.empty();
    buffer_.erase(0, at_);
    at_ = 0;
    buffer_.append(piece);
  }
  return {};
}

/// The head with its empty line, after the empty lines that end the record before.
Expected<std::optional<std::string>> WarcReader::read_head() {
  for (;;) {
    TRY(fill(1));
    if (waiting().empty()) return std::optional<std::string>{};
    const char c = waiting().front();
    if (c != '\r' && c != '\n') break;
    ++at_;
  }
  // No more is asked for than needed: what comes next may be damaged.
  for (;;) {
    const std::string_view text = waiting().substr(0, kMaxHead);
    const std::size_t crlf = text.find("\r\n\r\n");
    const std::size_t lf = text.find("\n\n");
    if (crlf != std::string_view::npos || lf != std::string_view::npos) {
      const std::size_t end = crlf < lf ? crlf + 4 : lf + 2;
      std::string head(text.substr(0, end));
      at_ += end;
      return std::optional(std::move(head));
    }
    if (!text.starts_with(std::string_view("WARC/").substr(0, text.size()))) {
      return fail(ErrorCode::invalid_data, "no WARC record where one should begin");
    }
    if (ended_ || text.size() == kMaxHead) {
      return fail(ErrorCode::invalid_data, "a WARC record whose head is cut or too long");
    }
    TRY(fill(text.size() + 1));
  }
}

Expected<void> WarcReader::read_block(WarcRecord& record, std::size_t keep) {
  std::uint64_t left = record.block_bytes;
  while (left > 0) {
    TRY(fill(1));
    const std::string_view piece =
        waiting().substr(0, static_cast<std::size_t>(std::min<std::uint64_t>(left, SIZE_MAX)));
    if (piece.empty()) return fail(ErrorCode::invalid_data, "the last WARC record is cut");
    record.block.append(piece.substr(0, keep - std::min(keep, record.block.size())));
    at_ += piece.size();
    left -= piece.size();
  }
  return {};
}

Expected<std::optional<WarcRecord>> WarcReader::next(std::size_t keep) {
  const auto head = TRY(read_head());
  if (!head.has_value()) return std::optional<WarcRecord>{};
  auto record = TRY(parse_head(*head));
  TRY(read_block(record, keep));
  return std::optional(std::move(record));
}

}  // namespace tagtrail::host
