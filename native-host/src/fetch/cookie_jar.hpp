// Cookies that sites have set, and that go back to them (RFC 6265). libcurl keeps them: it knows
// which host, path and scheme each is for, and that none is for a whole public suffix.
//
//   CookieJar jar;
//   jar.add(lines);            // those of an earlier run, or of a browser
//   jar.attach(handle);        // for each request
//   const bool news = jar.notices("https://example.org/a/b", "session=1");
#pragma once

#include <curl/curl.h>

#include <memory>
#include <string>
#include <string_view>
#include <unordered_set>

namespace tagtrail::host {

class CookieJar {
 public:
  /// A site that sets more than this loses all that were set.
  static constexpr std::size_t kMost = 3'000;

  CookieJar();

  /// The request gets what belongs to its URL, and the jar what the answer sets. The jar outlives
  /// the handle.
  void attach(CURL* handle);
  /// Cookies, one a line, in the format that Netscape's browser kept them in, and that curl, wget
  /// and exporters of browsers write. Returns how many; what is none is left out.
  std::size_t add(std::string_view lines);
  /// A script of the page at `url`, a canonical key, has set these, as document.cookie tells them
  /// (`a=1; b=2`): for its host alone. Whether one is new.
  bool take(std::string_view url, std::string_view cookies);
  /// All, in that format.
  std::string lines() const;
  /// `url` has set these (`name=value`, one a line). Whether one is new from its folder, for which
  /// a cookie is that names no path (RFC 6265, 5.1.4).
  bool notices(std::string_view url, std::string_view set);

 private:
  using Handle = std::unique_ptr<CURL, void (*)(CURL*)>;
  Handle handle() const;

  std::unique_ptr<CURLSH, CURLSHcode (*)(CURLSH*)> share_;
  std::unordered_set<std::size_t> seen_;  ///< hashes of folders and what was set there
  std::size_t set_ = 0;                   ///< since the jar was empty
};

/// Whether cookies in such lines may be for the host of a canonical URL, or for one above it.
bool has_cookie_for(std::string_view lines, std::string_view url);

}  // namespace tagtrail::host
