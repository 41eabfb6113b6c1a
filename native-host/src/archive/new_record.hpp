// A WARC record that is to be written (ISO 28500:2017, WARC 1.1).
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "store/archive_index.hpp"
#include "tagtrail/error.hpp"

namespace tagtrail::host {

struct NewRecord {
  std::string type;
  std::string id;                                           ///< URN, without angle brackets
  std::string date;                                         ///< of utc_text()
  std::string url;                                          ///< empty: no WARC-Target-URI
  std::string content_type;                                 ///< of the block
  std::vector<std::pair<std::string, std::string>> fields;  ///< further ones, in their order
  std::string block;                                        ///< its beginning
  std::filesystem::path file{};                             ///< its rest; empty: none
  std::uint64_t file_bytes = 0;
};

inline constexpr const char* kWarcFields = "application/warc-fields";

/// A record with a new id, a urn:uuid (version 4), whose block is of kWarcFields.
NewRecord new_record(std::string type, std::string date, std::string url);
/// One line of kWarcFields; what a page says in it can't begin another. Nothing for no value.
std::string warc_line(std::string_view name, std::string_view value);
/// `<ID>`, as other records name one.
std::string in_brackets(const std::string& id);
/// What an index says of a record that takes `length` bytes from `offset` on.
ArchiveRecord place_of(const NewRecord& record, std::string file, std::uint64_t offset,
                       std::uint64_t length);
/// `sha256:` and hex, as digests are written.
std::string labelled_digest(std::string_view sha256);

/// The head of the record, its empty line included. Reads the file for the digest of the block.
/// Values are cut at a line end. Errors: io; invalid_data when the file has another size.
Expected<std::string> record_head(const NewRecord& record);

/// The record as one gzip member, handed on piece by piece. Errors: those of record_head and `out`.
Expected<void> pack_record(const NewRecord& record,
                           const std::function<Expected<void>(std::string_view)>& out);

}  // namespace tagtrail::host
