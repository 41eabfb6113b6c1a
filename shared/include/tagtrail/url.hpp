// The one URL canonicaliser of the project (WHATWG URL standard, by ada). Browsers disagree with
// each other on some characters, so identity is decided here and never by a browser's `URL.href`.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "tagtrail/error.hpp"

namespace tagtrail {

/// Longest URL accepted, in bytes, before and after resolving. Longer ones are an error, never cut.
inline constexpr std::size_t kMaxUrlBytes = 8192;

/// The parts of a canonical http(s) URL. Views point into the key they were split from.
struct UrlParts {
  std::string_view scheme;  ///< "http" or "https"
  std::string_view host;    ///< lower-case; IPv6 in brackets; without port
  std::uint16_t port = 0;   ///< explicit or the scheme's default
  std::string_view path;    ///< starts with '/', percent-encoded as in the key
  std::string_view query;   ///< without '?'; empty when absent
};

/// Parses `text` (relative to `base`, a canonical key, when given) and returns the canonical key:
/// absolute, http or https only, no fragment, no user name or password, percent-encoding of the
/// path as the URL standard writes it with `^` and `|` encoded too (the two
/// characters that browsers write differently). Errors: invalid_url (scheme, syntax), too_large.
Expected<std::string> canonical_url(std::string_view text, std::string_view base = {});

/// The base of many addresses, parsed once: resolve() gives what canonical_url() does.
class UrlBase {
 public:
  /// `base`: a canonical key.
  explicit UrlBase(std::string_view base);
  ~UrlBase();
  UrlBase(const UrlBase&) = delete;
  UrlBase& operator=(const UrlBase&) = delete;

  Expected<std::string> resolve(std::string_view text) const;

 private:
  struct Parsed;  ///< keeps the URL library out of who includes this
  std::string text_;
  std::unique_ptr<const Parsed> parsed_;
};

/// Splits a canonical key. The key must come from canonical_url(); parts of anything else are
/// empty.
UrlParts split_url(std::string_view key);

/// scheme://host[:port] of a canonical key: the unit of politeness, robots.txt and connections.
std::string origin_of(std::string_view key);

/// Text after the last '.' of the last path segment, lower-case, if 1 to 12 letters or digits;
/// empty otherwise. The query plays no part.
std::string url_extension(std::string_view key);

/// Percent-decodes as far as the escapes are valid; the rest stays as written. No charset is
/// implied: the result may be invalid UTF-8.
std::string percent_decode(std::string_view text);

/// For a part of a URL's path or query: all but unreserved characters (RFC 3986, 2.3) is escaped.
std::string percent_encoded(std::string_view text);

}  // namespace tagtrail
