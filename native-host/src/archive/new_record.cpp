#include "archive/new_record.hpp"

#include <fmt/format.h>
#include <openssl/rand.h>
#include <time.h>

#include <algorithm>
#include <array>

#include "archive/gzip_member.hpp"
#include "store/file_pieces.hpp"
#include "store/sha256.hpp"

namespace tagtrail::host {
namespace {

void add_field(std::string& head, std::string_view name, std::string_view value) {
  value = value.substr(0, std::min(value.find_first_of("\r\n"), value.size()));
  head += fmt::format("{}: {}\r\n", name, value);
}

}  // namespace

std::string new_record_id() {
  std::array<unsigned char, 16> bytes{};
  RAND_bytes(bytes.data(), static_cast<int>(bytes.size()));
  bytes[6] = static_cast<unsigned char>((bytes[6] & 0x0fU) | 0x40U);
  bytes[8] = static_cast<unsigned char>((bytes[8] & 0x3fU) | 0x80U);
  std::string id = "urn:uuid:";
  for (std::size_t i = 0; i < bytes.size(); ++i) {
    if (i == 4 || i == 6 || i == 8 || i == 10) id += '-';
    id += fmt::format("{:02x}", bytes[i]);
  }
  return id;
}

std::string warc_date(std::int64_t unix_ms) {
  const time_t seconds = static_cast<time_t>(unix_ms / 1000);
  tm utc{};
  gmtime_r(&seconds, &utc);
  return fmt::format("{:04}-{:02}-{:02}T{:02}:{:02}:{:02}.{:03}Z", utc.tm_year + 1900,
                     utc.tm_mon + 1, utc.tm_mday, utc.tm_hour, utc.tm_min, utc.tm_sec,
                     unix_ms % 1000);
}

std::string labelled_digest(std::string_view sha256) { return fmt::format("sha256:{}", sha256); }

Expected<std::string> record_head(const NewRecord& record) {
  Sha256 digest;
  digest.add(record.block);
  if (!record.file.empty()) {
    TRY(each_piece(record.file, record.file_bytes,
                   [&digest](std::string_view piece) -> Expected<void> {
                     digest.add(piece);
                     return {};
                   }));
  }
  std::string head = "WARC/1.1\r\n";
  add_field(head, "WARC-Type", record.type);
  add_field(head, "WARC-Record-ID", fmt::format("<{}>", record.id));
  add_field(head, "WARC-Date", record.date);
  if (!record.url.empty()) add_field(head, "WARC-Target-URI", record.url);
  for (const auto& [name, value] : record.fields) add_field(head, name, value);
  add_field(head, "WARC-Block-Digest", labelled_digest(digest.hex()));
  add_field(head, "Content-Type", record.content_type);
  add_field(head, "Content-Length", std::to_string(record.block.size() + record.file_bytes));
  return head + "\r\n";
}

Expected<void> pack_record(const NewRecord& record,
                           const std::function<Expected<void>(std::string_view)>& out) {
  const auto head = TRY(record_head(record));
  GzipMember member(out);
  auto done = member.add(head);
  if (done) done = member.add(record.block);
  if (done && !record.file.empty()) {
    done = each_piece(record.file, record.file_bytes,
                      [&member](std::string_view piece) { return member.add(piece); });
  }
  if (done) done = member.add("\r\n\r\n");
  return done ? member.finish() : done;
}

}  // namespace tagtrail::host
