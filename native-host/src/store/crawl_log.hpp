// crawl.log: one line a request, for people and for grep. Derived from the database, so a line lost
// in a crash is written again.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>

#include "store/sqlite.hpp"
#include "system/posix_file.hpp"
#include "tagtrail/error.hpp"

namespace tagtrail::host {

/// What one line says.
struct LogEntry {
  std::uint64_t n = 0;    ///< number of the response, 1, 2, ...
  std::string_view time;  ///< RFC 3339
  std::int64_t status = 0;
  std::string_view error;  ///< `none`, or why there was no usable answer
  std::string_view method;
  std::string_view purpose;
  std::string_view url;
  std::string_view mime;
  std::int64_t bytes = 0;
  std::string_view via;
  std::string_view path;  ///< from the seed URL, by discovery_path()
  std::string_view source_page;
  std::string_view reason;  ///< why it was asked for, in words
};

/// `n time status method purpose bytes mime via path url source-page reason`, separated by single
/// spaces; only the reason, which ends the line, has spaces itself. Every byte that is not
/// printable ASCII is written as %XX, so that no URL can end or forge a line; an empty field is
/// `-`; the status of a failed request is the name of its error.
std::string text_line(const LogEntry& entry);
/// The same as one JSON object, ASCII only.
std::string json_line(const LogEntry& entry);

/// What is wrong with the log of a job, in words; empty: nothing, or there is none. Lines may be
/// missing at its end, which the next commit writes, and after a power failure wherever the file
/// has a hole (bytes of 0, which no line has). Those that a version before there were sums of rows
/// wrote are not looked at. Errors: io, those of the database.
Expected<std::string> log_fault(sqlite::Database& database, const std::filesystem::path& file);

/// Number of the last response whose line in the file is complete; 0 where there is none, or the
/// end is not ours.
Expected<std::uint64_t> last_logged(const std::filesystem::path& file);

/// The file, open for appending.
class CrawlLog {
 public:
  /// Opens or creates it, ends a line that a crash cut short by removing it, and finds out which
  /// response was logged last.
  static Expected<CrawlLog> open(const std::filesystem::path& file);

  /// Number of the last response whose line is complete; nothing is known of a file that was edited
  /// so that its last line is not one of ours, and then 0 with `foreign_end()`.
  std::uint64_t last() const { return last_; }
  bool foreign_end() const { return foreign_end_; }

  /// Appends whole lines, the last one for response `last`. After an error the file is as before.
  Expected<void> append(std::string_view lines, std::uint64_t last);
  /// Takes the responses up to `last` for logged.
  void skip_to(std::uint64_t last) { last_ = last; }
  /// Appends the lines that are missing of the job's first `responses`, in the form that the job
  /// has chosen (kLogJson).
  Expected<void> catch_up(sqlite::Database& database, std::uint64_t responses);

 private:
  CrawlLog(Descriptor file, std::filesystem::path path)
      : file_(std::move(file)), path_(std::move(path)) {}
  Expected<void> read_end();

  Descriptor file_;
  std::filesystem::path path_;
  std::uint64_t last_ = 0;
  bool foreign_end_ = false;
};

}  // namespace tagtrail::host
