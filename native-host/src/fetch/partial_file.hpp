// A large download that broke off and can go on: its bytes so far in NAME.part, and beside them, in
// NAME.part.json, what is needed to ask for the rest (RFC 9110, 13.1.5 and 14).
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

#include "fetch/downloader.hpp"
#include "tagtrail/error.hpp"

namespace tagtrail::host {

/// What was said of the file when its download began; what comes later has to agree.
struct PartialFacts {
  std::string url;
  std::string validator;     ///< for If-Range: a strong ETag, else a date of Last-Modified
  std::uint64_t length = 0;  ///< of the whole file
  std::string content_type;  ///< whole header value
  std::string file_name;     ///< of Content-Disposition
  std::uint64_t synced = 0;  ///< so many bytes survive a power failure
};

struct Partial {
  std::filesystem::path file;
  PartialFacts facts;
  std::uint64_t bytes = 0;  ///< that can be trusted; fewer than facts.length
};

/// The facts of an answer whose body can be resumed: at least `from` bytes, not encoded, with a
/// strong validator, from a server that does not refuse ranges.
std::optional<PartialFacts> resumable(const std::string& url, const AnswerHead& head,
                                      std::uint64_t from);

/// Where the download of `url` is kept.
std::filesystem::path partial_path(const std::filesystem::path& directory, std::string_view url);

/// The broken download of `url`, if it can go on. After a restart of the machine only those bytes
/// count that were synced: of others a file system may have kept the length without the contents.
std::optional<Partial> find_partial(const std::filesystem::path& directory, const std::string& url);

/// Writes the facts beside a partial file, replacing older ones as a whole. Errors: io, disk_full.
Expected<void> write_facts(const std::filesystem::path& file, const PartialFacts& facts);

/// Removes a partial file and its facts; what is not there is no error.
void remove_partial(const std::filesystem::path& file);

/// Whether a 206 brings just the bytes that are missing, of the same file.
bool continues(const Partial& partial, const AnswerHead& head);

/// Whether a 206 brings the whole file.
bool is_whole(const AnswerHead& head);

}  // namespace tagtrail::host
