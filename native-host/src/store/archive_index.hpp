// The WARC files of a job: the places of their records (the table archive), and which of their
// bytes count.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "store/sqlite.hpp"
#include "tagtrail/error.hpp"

namespace tagtrail::host {

inline constexpr std::string_view kWarcEnding = ".warc.gz";
/// Behind the name of a file that is being written.
inline constexpr std::string_view kOpenEnding = ".open";

/// Where a record is: written first, synced, then committed with its response.
struct ArchiveRecord {
  std::uint64_t n = 0;       ///< the response it belongs to; 0: none, or not known yet
  std::string file;          ///< name in the job's archive/, without the suffix of an open file
  std::uint64_t offset = 0;  ///< of the gzip member
  std::uint64_t length = 0;
  std::string type;    ///< WARC-Type
  std::string id;      ///< WARC-Record-ID, without angle brackets
  std::string url;     ///< WARC-Target-URI; empty for warcinfo
  std::string method;  ///< of the request; empty where there was none
  std::string at;      ///< WARC-Date
  std::string mime;    ///< of the payload; empty for other records than answers
  int status = 0;
  std::string digest;  ///< WARC-Payload-Digest of a payload that is whole; else empty
};

/// All, in their order.
Expected<void> each_archived(sqlite::Database& database,
                             const std::function<Expected<void>(const ArchiveRecord&)>& take);

class ArchiveIndex {
 public:
  /// Borrowed.
  explicit ArchiveIndex(sqlite::Database& database) : database_(database) {}

  /// For the next commit.
  void add(std::vector<ArchiveRecord> records);
  bool has_waiting() const { return !waiting_.empty(); }
  /// Inside a transaction: what waits. It is forgotten by have_come().
  Expected<void> write();
  void have_come() { waiting_.clear(); }
  /// Inside a transaction: tries and comparisons may have been archived, with others, before their
  /// response was there.
  Expected<void> claim(const std::string& url, std::uint64_t n);

  /// The oldest committed `response` record with that payload digest; only its id, url and at.
  Expected<std::optional<ArchiveRecord>> with_digest(const std::string& digest) const;
  /// The newest of a URL that was answered with 200; as above.
  Expected<std::optional<ArchiveRecord>> of_url(const std::string& url) const;

 private:
  sqlite::Database& database_;
  std::vector<ArchiveRecord> waiting_;
};

/// Cuts the open file of that name to its first `bytes`, synced, and takes the ending off; without
/// any bytes it is removed. Errors: io; invalid_data when it is shorter.
Expected<void> close_archive_file(const std::filesystem::path& archive, const std::string& name,
                                  std::uint64_t bytes);

/// After a crash: cuts files that were being written back to what was committed, and closes them.
/// Only for the holder of the job's lock. Errors: those above.
Expected<void> close_archive_files(sqlite::Database& database,
                                   const std::filesystem::path& archive);

}  // namespace tagtrail::host
