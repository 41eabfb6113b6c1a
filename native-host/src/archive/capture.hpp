// What one request and its answer leave to an archive.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>

#include "tagtrail/error.hpp"
#include "tagtrail/exchange.hpp"

namespace tagtrail::host {

/// Whatever its maker does not know is empty. Views and files are read at once, and not kept.
struct Capture {
  enum class Kind {
    exchange,  ///< an answer of HTTP, with its heads
    document,  ///< what a tab showed, or a file that its page made; no heads
  };
  Kind kind = Kind::exchange;
  std::string asked;  ///< canonical key that the crawl asked for
  std::string url;    ///< canonical key that answered with this
  Method method = Method::get;
  Via via = Via::host;
  bool for_robots = false;      ///< robots.txt, asked for before the crawl may ask for anything
  bool rebuilt = false;         ///< the heads are not what was sent, but what the browser tells
  std::int64_t started_ms = 0;  ///< Unix time
  std::uint64_t duration_ms = 0;
  std::string request_head;   ///< with its empty line
  std::string query;          ///< what was sent by POST; empty: nothing was
  std::string response_head;  ///< with its empty line
  std::string address;        ///< IP
  int status = 0;
  std::string mime;
  bool dom = false;            ///< the body is what a tab made of what was sent
  std::string_view body;       ///< decoded; where it is not in a file
  std::filesystem::path file;  ///< holds the decoded body
  std::uint64_t file_bytes = 0;
  std::string sha256;     ///< of the file; lower-case hex
  std::string truncated;  ///< word of WARC-Truncated
};

/// Takes what loaders capture.
class CaptureSink {
 public:
  virtual ~CaptureSink() = default;
  /// Errors: io, disk_full.
  virtual Expected<void> take(const Capture& capture) = 0;
};

}  // namespace tagtrail::host
