// The heads of one transfer as they went over the connection, by libcurl's debug function.
#pragma once

#include <curl/curl.h>

#include <optional>
#include <string_view>

#include "fetch/downloader.hpp"

namespace tagtrail::host {

/// Collects nothing unless attached. Not movable once attached: libcurl holds its address.
class RawCapture {
 public:
  void attach(CURL* handle);
  /// A header line with its line end; those behind a complete head are trailers, and left out.
  void on_response_line(std::string_view line, bool head_is_complete);
  /// A word of WARC-Truncated; the first one counts.
  void set_truncated(std::string_view why);
  /// Nothing unless attached. `handle` may be null. The address of a proxy is none of the server's.
  std::optional<RawExchange> take(CURL* handle, bool through_proxy);

 private:
  static int debug_callback(CURL*, curl_infotype type, char* data, std::size_t size, void* self);

  std::optional<RawExchange> raw_;
};

}  // namespace tagtrail::host
