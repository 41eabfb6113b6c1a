// The login that a site asks for by HTTP Basic authentication (RFC 7617), as `.htaccess` and file
// shares have it. It is kept nowhere, never shown, and sent to one origin alone.
//
//   auto [url, pair] = without_login("https://lena:pw@files.example.org/");
//   auto login = site_login(url, pair);                       // else from kSiteLoginVariable
//   login->is_for("https://files.example.org/a.csv");         // true
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "tagtrail/error.hpp"

namespace tagtrail::host {

/// The environment variable with `USER:PASSWORD`, so that it need not be in a command line, which
/// others can read.
inline constexpr const char* kSiteLoginVariable = "TAGTRAIL_LOGIN";

/// A name and a password that can be sent: the name without a colon, which would be read as its
/// end, both at most 255 bytes without control characters.
struct LoginPair {
  std::string user;
  std::string password;

  /// Nothing: they can't be sent so.
  static std::optional<LoginPair> of(std::string user, std::string password);
  /// The same of `USER:PASSWORD`, nothing percent-encoded.
  static std::optional<LoginPair> read(std::string_view written);
};

struct SiteLogin : LoginPair {
  std::string origin;  ///< `https://example.org:8080`

  bool is_for(std::string_view url) const;
};

/// A URL as people write it, and the `USER:PASSWORD` that stood in it, decoded; or none.
struct WrittenUrl {
  std::string url;
  std::string login;
};
WrittenUrl without_login(std::string_view written);

/// `pair` for the origin of a canonical URL. Errors: invalid_argument, without quoting it.
Expected<SiteLogin> site_login(std::string_view url, std::string_view pair);

}  // namespace tagtrail::host
