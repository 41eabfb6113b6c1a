// HTTP heads as they are archived: without secrets, and true of the body that is archived with
// them.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace tagtrail::host {

struct ArchivedHead {
  std::string text;      ///< with its empty line; lines end with CRLF
  std::string protocol;  ///< of WARC-Protocol: `http/1.0`, `http/1.1`, `h2`, `h3`
};

/// Cookie, Authorization and Proxy-Authorization are left out. HTTP/2 becomes HTTP/1.1.
ArchivedHead archived_request_head(std::string_view raw);

/// What is archived behind the head.
struct ArchivedBody {
  std::uint64_t bytes = 0;  ///< decoded
  bool none = false;        ///< by its kind the answer has no body: of HEAD, 304, 204
};

/// Set-Cookie is left out. Bodies are archived decoded, so that Content-Encoding and
/// Transfer-Encoding, and a Content-Length that is another, get the name `x-orig-...` that
/// Webrecorder's tools give them; the true Content-Length is added.
ArchivedHead archived_response_head(std::string_view raw, const ArchivedBody& body);

/// A head made of what a browser tells of an answer; values are cut at a line end.
class RebuiltHead {
 public:
  explicit RebuiltHead(int status);
  RebuiltHead(std::string_view method, std::string_view url);
  /// Leaves an empty value out.
  void add(std::string_view name, std::string_view value);
  std::string finish() const { return text_ + "\r\n"; }

 private:
  std::string text_;
};

}  // namespace tagtrail::host
