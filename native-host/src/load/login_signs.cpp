#include "load/login_signs.hpp"

#include <algorithm>
#include <array>
#include <string>

#include "load/loaded.hpp"
#include "tagtrail/mime.hpp"
#include "tagtrail/text.hpp"
#include "tagtrail/url.hpp"

namespace tagtrail::host {
namespace {

/// A page made for logging in has links to the imprint and to help, not those of a site.
constexpr std::size_t kFewLinks = 5;

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
constexpr auto kLogoutWords = std::to_array<std::string_view>(
    {"logout", "log-out", "log_out", "logoff", "log-off", "log_off", "signout", "sign-out",
     "sign_out", "deconnexion", "abmelden", "cerrar-sesion", "uitloggen"});

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

bool is_success(const Response& response) {
  return response.error == FetchError::none && response.status >= 200 && response.status < 300;
}

/// By its extension.
bool names_file(std::string_view url) {
  const std::string_view mime = mime_of_extension(url_extension(url));
  return !mime.empty() && !is_html(mime);
}

/// Where the answer is, or points to.
std::string_view led_to(const Response& response) {
  const bool redirect = response.status >= 300 && response.status < 400;
  return redirect && !response.location.empty() ? response.location : response.final_url;
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
    if (path.empty() && names_file(url)) return false;
    segment = segment.substr(0, segment.find('.'));
    if (is_any(segment, kLoginSegments) || holds_any(segment, kLoginWords)) return true;
  }
  return false;
}

bool looks_like_logout(std::string_view url) {
  const UrlParts parts = split_url(url);
  return holds_any(ascii_lower(parts.path), kLogoutWords) ||
         holds_any(ascii_lower(parts.query), kLogoutWords);
}

bool is_file_expected(const Request& request) {
  return request.purpose == Purpose::target || names_file(request.url);
}

LoginSign login_sign(const Request& request, const Loaded& loaded) {
  const Response& response = loaded.response;
  if (response.status == 401 || response.status == 403) return LoginSign::refused;
  const std::string_view there = led_to(response);
  if (there != request.url && looks_like_login(there) && !looks_like_login(request.url)) {
    return LoginSign::login_page;
  }
  if (!response.is_page || !loaded.login_form) return LoginSign::none;
  const bool made_for_it =
      looks_like_login(response.final_url) || response.page.links.size() <= kFewLinks;
  return made_for_it || is_file_expected(request) ? LoginSign::login_page : LoginSign::none;
}

bool is_content(const Request& request, const Loaded& loaded) {
  return (is_success(loaded.response) || loaded.response.not_modified) &&
         login_sign(request, loaded) == LoginSign::none;
}

}  // namespace tagtrail::host
