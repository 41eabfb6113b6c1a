// A WARC record that is to be written (ISO 28500:2017, WARC 1.1).
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "tagtrail/error.hpp"

namespace tagtrail::host {

struct NewRecord {
  std::string type;
  std::string id;                                           ///< URN, without angle brackets
  std::string date;                                         ///< of warc_date()
  std::string url;                                          ///< empty: no WARC-Target-URI
  std::string content_type;                                 ///< of the block
  std::vector<std::pair<std::string, std::string>> fields;  ///< further ones, in their order
  std::string block;                                        ///< its beginning
  std::filesystem::path file{};                             ///< its rest; empty: none
  std::uint64_t file_bytes = 0;
};

/// A new urn:uuid (version 4).
std::string new_record_id();
/// Unix milliseconds as WARC 1.1 writes dates: 2026-01-02T03:04:05.678Z.
std::string warc_date(std::int64_t unix_ms);
/// `sha256:` and hex, as digests are written.
std::string labelled_digest(std::string_view sha256);

/// The head of the record, its empty line included. Reads the file for the digest of the block.
/// Values are cut at a line end. Errors: io; invalid_data when the file has another size.
Expected<std::string> record_head(const NewRecord& record);

/// The record as one gzip member, handed on piece by piece. Errors: those of record_head and `out`.
Expected<void> pack_record(const NewRecord& record,
                           const std::function<Expected<void>(std::string_view)>& out);

}  // namespace tagtrail::host
