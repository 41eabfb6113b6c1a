#include "load/login_signs.hpp"

#include <algorithm>
#include <string>

#include "load/loaded.hpp"
#include "tagtrail/acting.hpp"
#include "tagtrail/login_address.hpp"
#include "tagtrail/mime.hpp"
#include "tagtrail/url.hpp"

namespace tagtrail::host {
namespace {

/// A page made for logging in has links to the imprint and to help, not those of a site.
constexpr std::size_t kFewLinks = 5;

bool is_success(const Response& response) {
  return response.error == FetchError::none && response.status >= 200 && response.status < 300;
}

/// Where the answer is, or points to.
std::string_view led_to(const Response& response) {
  const bool redirect = response.status >= 300 && response.status < 400;
  return redirect && !response.location.empty() ? response.location : response.final_url;
}

}  // namespace

bool ends_or_asks_for_login(std::string_view url) {
  return looks_like_login(url) || ends_session(url);
}

bool names_file(std::string_view url) {
  const std::string_view mime = mime_of_extension(url_extension(url));
  return !mime.empty() && !is_html(mime);
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
  const auto& links = response.page.links;
  const bool offers_files = std::any_of(links.begin(), links.end(),
                                        [](const auto& link) { return names_file(link.url); });
  const bool made_for_it =
      looks_like_login(response.final_url) || (links.size() <= kFewLinks && !offers_files);
  return made_for_it || is_file_expected(request) ? LoginSign::login_page : LoginSign::none;
}

bool is_content(const Request& request, const Loaded& loaded) {
  return (is_success(loaded.response) || loaded.response.not_modified) &&
         login_sign(request, loaded) == LoginSign::none;
}

}  // namespace tagtrail::host
