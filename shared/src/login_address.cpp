#include "tagtrail/login_address.hpp"

#include <algorithm>
#include <array>
#include <string>

#include "tagtrail/mime.hpp"
#include "tagtrail/text.hpp"
#include "tagtrail/url.hpp"

namespace tagtrail {
namespace {

/// Whole path segments, without their extension.
constexpr auto kLoginSegments = std::to_array<std::string_view>(
    {"auth",    "authenticate",   "authorize", "cas",       "saml",   "sso",
     "oauth",   "oauth2",         "openid",    "log-in",    "log_in", "sign-in",
     "sign_in", "connexion",      "anmelden",  "anmeldung", "accedi", "acceder",
     "entrar",  "iniciar-sesion", "inloggen"});
/// Anywhere in a path segment.
constexpr auto kLoginWords = std::to_array<std::string_view>({"login", "logon", "signin"});
/// First label of a host.
constexpr auto kLoginHosts = std::to_array<std::string_view>(
    {"login", "logon", "signin", "auth", "sso", "idp", "cas", "accounts"});
/// Keys of a query whose value says what is to be done, or that are the command themselves; and
/// those that tell a login where to go on.
constexpr auto kCommandKeys =
    std::to_array<std::string_view>({"action", "do", "op", "page", "view", "mode", "title", "cmd"});
constexpr auto kReturnKeys = std::to_array<std::string_view>(
    {"returnto", "return_to", "redirect_to", "reauth", "back_url", "wctx"});

template <typename Words>
bool holds_any(std::string_view text, const Words& words) {
  return std::any_of(words.begin(), words.end(), [&](std::string_view word) {
    return text.find(word) != std::string_view::npos;
  });
}

template <typename Words>
bool is_any(std::string_view text, const Words& words) {
  return std::find(words.begin(), words.end(), text) != words.end();
}

/// `?do=login`, `?title=Special:UserLogin`, `?login`, `?reauth=1`, `?returnto=Page`.
bool query_asks_for_login(std::string_view query) {
  while (!query.empty()) {
    const std::string_view pair = query.substr(0, query.find('&'));
    query.remove_prefix(std::min(pair.size() + 1, query.size()));
    const std::size_t equals = pair.find('=');
    const std::string key = ascii_lower(percent_decode(pair.substr(0, equals)));
    const std::string value =
        equals == std::string_view::npos
            ? std::string()
            : ascii_lower(percent_decode(std::string_view(pair).substr(equals + 1)));
    if (is_any(key, kReturnKeys)) return true;
    const bool command = is_any(key, kCommandKeys) && value.find(' ') == std::string::npos;
    const bool bare = value.empty() && is_any(key, kLoginWords);
    if (bare || (command && holds_any(value, kLoginWords))) return true;
  }
  return false;
}

}  // namespace

bool looks_like_login(std::string_view url) {
  const UrlParts parts = split_url(url);
  if (is_any(parts.host.substr(0, parts.host.find('.')), kLoginHosts)) return true;
  const std::string lower = ascii_lower(parts.path);
  for (std::string_view path = lower; !path.empty();) {
    path.remove_prefix(1);
    std::string_view segment = path.substr(0, path.find('/'));
    path.remove_prefix(segment.size());
    // `login-statistics.csv` is a file about logins.
    const std::string_view mime = mime_of_extension(url_extension(url));
    if (path.empty() && !mime.empty() && !is_html(mime)) return false;
    segment = segment.substr(0, segment.find('.'));
    if (is_any(segment, kLoginSegments) || holds_any(segment, kLoginWords)) return true;
  }
  return query_asks_for_login(parts.query);
}

}  // namespace tagtrail
