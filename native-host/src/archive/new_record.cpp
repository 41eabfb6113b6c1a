#include "archive/new_record.hpp"

#include <fmt/format.h>
#include <openssl/rand.h>

#include <algorithm>
#include <array>

#include "system/codecs/deflate.hpp"
#include "system/posix_file.hpp"
#include "system/sha256.hpp"

namespace tagtrail::host {
namespace {

void add_field(std::string& head, std::string_view name, std::string_view value) {
  value = value.substr(0, std::min(value.find_first_of("\r\n"), value.size()));
  head += fmt::format("{}: {}\r\n", name, value);
}

std::string new_id() {
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

}  // namespace

NewRecord new_record(std::string type, std::string date, std::string url) {
  NewRecord record;
  record.type = std::move(type);
  record.id = new_id();
  record.date = std::move(date);
  record.url = std::move(url);
  record.content_type = kWarcFields;
  return record;
}

std::string warc_line(std::string_view name, std::string_view value) {
  if (value.empty()) return {};
  std::string text = fmt::format("{}: {}", name, value);
  for (char& c : text) {
    if (c == '\r' || c == '\n' || c == '\0') c = ' ';
  }
  return text + "\r\n";
}

std::string in_brackets(const std::string& id) { return fmt::format("<{}>", id); }

ArchiveRecord place_of(const NewRecord& record, std::string file, std::uint64_t offset,
                       std::uint64_t length) {
  ArchiveRecord place;
  place.file = std::move(file);
  place.offset = offset;
  place.length = length;
  place.type = record.type;
  place.id = record.id;
  place.url = record.url;
  place.at = record.date;
  return place;
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
  add_field(head, "WARC-Record-ID", in_brackets(record.id));
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
  TRY(member.add(head));
  TRY(member.add(record.block));
  if (!record.file.empty()) {
    TRY(each_piece(record.file, record.file_bytes,
                   [&member](std::string_view piece) { return member.add(piece); }));
  }
  TRY(member.add("\r\n\r\n"));
  return member.finish();
}

}  // namespace tagtrail::host
