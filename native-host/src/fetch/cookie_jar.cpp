#include "fetch/cookie_jar.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <functional>

#include "tagtrail/text.hpp"
#include "tagtrail/url.hpp"

namespace tagtrail::host {
namespace {

constexpr std::string_view kHttpOnly = "#HttpOnly_";
/// Domain, whether it is for subdomains, path, whether it is for HTTPS alone, end, name, value.
constexpr std::ptrdiff_t kTabs = 6;

/// Of a page's scripts. More is no gate.
constexpr std::size_t kMostOfScripts = 50;

/// What stands before the next `;`.
std::string_view next_pair(std::string_view& rest) {
  const std::size_t end = std::min(rest.find(';'), rest.size());
  const std::string_view pair = trim(rest.substr(0, end));
  rest.remove_prefix(std::min(end + 1, rest.size()));
  return pair;
}

/// A name and a value that fit into a line.
bool is_plain_pair(std::string_view pair) {
  const auto is_control = [](unsigned char c) { return c < 0x20 || c == 0x7F; };
  const std::size_t equals = pair.find('=');
  return equals != std::string_view::npos && equals > 0 &&
         std::none_of(pair.begin(), pair.end(), is_control);
}

/// A line without its end.
std::string_view next_line(std::string_view& rest) {
  const std::size_t end = std::min(rest.find('\n'), rest.size());
  std::string_view line = rest.substr(0, end);
  rest.remove_prefix(std::min(end + 1, rest.size()));
  if (line.ends_with('\r')) line.remove_suffix(1);
  return line;
}

bool is_cookie(std::string_view line) {
  const bool comment = line.starts_with('#') && !line.starts_with(kHttpOnly);
  return !comment && std::count(line.begin(), line.end(), '\t') == kTabs;
}

}  // namespace

CookieJar::CookieJar() : share_(curl_share_init(), &curl_share_cleanup) {
  curl_share_setopt(share_.get(), CURLSHOPT_SHARE, CURL_LOCK_DATA_COOKIE);
}

void CookieJar::attach(CURL* handle) {
  curl_easy_setopt(handle, CURLOPT_SHARE, share_.get());
  // Turns the engine on; no file is read.
  curl_easy_setopt(handle, CURLOPT_COOKIEFILE, "");
  if (set_ <= kMost) return;
  curl_easy_setopt(handle, CURLOPT_COOKIELIST, "ALL");
  seen_.clear();
  set_ = 0;
}

CookieJar::Handle CookieJar::handle() const {
  Handle handle(curl_easy_init(), &curl_easy_cleanup);
  curl_easy_setopt(handle.get(), CURLOPT_SHARE, share_.get());
  curl_easy_setopt(handle.get(), CURLOPT_COOKIEFILE, "");
  return handle;
}

std::size_t CookieJar::add(std::string_view lines) {
  const Handle curl = handle();
  std::size_t count = 0;
  while (!lines.empty() && count < kMost) {
    const std::string line(next_line(lines));
    if (!is_cookie(line)) continue;
    curl_easy_setopt(curl.get(), CURLOPT_COOKIELIST, line.c_str());
    ++count;
  }
  set_ += count;
  return count;
}

bool CookieJar::take(std::string_view url, std::string_view cookies) {
  const UrlParts page = split_url(url);
  const std::string known = "\n" + lines();
  std::string news;
  for (std::size_t count = 0; !cookies.empty() && count < kMostOfScripts; ++count) {
    const std::string_view pair = next_pair(cookies);
    if (!is_plain_pair(pair)) continue;
    const std::size_t equals = pair.find('=');
    const std::string line = fmt::format(
        "{}\tFALSE\t/\t{}\t0\t{}\t{}\n", page.host, page.scheme == "https" ? "TRUE" : "FALSE",
        trim(pair.substr(0, equals)), trim(pair.substr(equals + 1)));
    if (known.find("\n" + line) == std::string::npos) news += line;
  }
  return add(news) > 0;
}

std::string CookieJar::lines() const {
  const Handle curl = handle();
  curl_slist* cookies = nullptr;
  std::string lines;
  if (curl_easy_getinfo(curl.get(), CURLINFO_COOKIELIST, &cookies) != CURLE_OK) return lines;
  for (const curl_slist* at = cookies; at != nullptr; at = at->next) {
    lines.append(at->data).append("\n");
  }
  curl_slist_free_all(cookies);
  return lines;
}

bool CookieJar::notices(std::string_view url, std::string_view set) {
  const UrlParts parts = split_url(url);
  const std::string folder =
      std::string(parts.host).append(parts.path.substr(0, parts.path.rfind('/')));
  bool news = false;
  while (!set.empty()) {
    const std::string_view pair = next_line(set);
    if (seen_.size() > kMost) seen_.clear();
    const std::string said = folder + " " + std::string(pair);
    news = seen_.insert(std::hash<std::string>()(said)).second || news;
    ++set_;
  }
  return news;
}

bool has_cookie_for(std::string_view lines, std::string_view url) {
  const std::string_view host = split_url(url).host;
  while (!lines.empty()) {
    std::string_view line = next_line(lines);
    if (!is_cookie(line)) continue;
    if (line.starts_with(kHttpOnly)) line.remove_prefix(kHttpOnly.size());
    std::string_view domain = line.substr(0, line.find('\t'));
    if (domain.starts_with('.')) domain.remove_prefix(1);
    const bool below = host.size() > domain.size() && host.ends_with(domain) &&
                       host[host.size() - domain.size() - 1] == '.';
    if (!domain.empty() && (host == domain || below)) return true;
  }
  return false;
}

}  // namespace tagtrail::host
