#include "load/reloads.hpp"

#include <algorithm>
#include <charconv>

#include "tagtrail/text.hpp"

namespace tagtrail::host {
namespace {

/// Who asks to be loaded again so soon is not ready: others show what changes now and then.
constexpr unsigned kSoonSeconds = 30;

/// Whether `content`, of a <meta> or a field Refresh, asks for it soon.
bool is_soon(std::string_view content) {
  unsigned seconds = 0;
  content = trim(content);
  std::from_chars(content.data(), content.data() + content.size(), seconds);
  return seconds <= kSoonSeconds;
}

/// What the first <meta> that refreshes says; empty: there is none.
std::string_view refresh_of_meta(std::string_view html) {
  constexpr std::size_t kHeadBytes = 4'096;
  constexpr std::size_t kNowhere = std::string_view::npos;
  std::string_view head = html.substr(0, kHeadBytes);
  for (std::size_t at = find_ignoring_case(head, "<meta"); at != kNowhere;
       at = find_ignoring_case(head, "<meta")) {
    head.remove_prefix(at + 1);
    const std::string_view tag = head.substr(0, head.find('>'));
    const std::size_t content = find_ignoring_case(tag, "content=");
    const bool refreshes = find_ignoring_case(tag, "http-equiv") != kNowhere &&
                           find_ignoring_case(tag, "refresh") != kNowhere;
    if (!refreshes || content == kNowhere) continue;
    const std::string_view value = tag.substr(content + std::string_view("content=").size());
    const bool quoted = value.starts_with('"') || value.starts_with('\'');
    return quoted ? value.substr(1, value.find(value.front(), 1) - 1) : value;
  }
  return {};
}

/// Whether nothing on the page leads elsewhere.
bool leads_nowhere(const Page& page, std::string_view url) {
  return std::all_of(page.links.begin(), page.links.end(),
                     [url](const LinkObservation& link) { return link.url == url; });
}

}  // namespace

Reloads reloads_by(std::string_view refresh, const Page& page, std::string_view url) {
  if (refresh.empty() || !leads_nowhere(page, url)) return Reloads::no;
  return is_soon(refresh) ? Reloads::soon : Reloads::later;
}

Reloads reloads_of_page(std::string_view html, const Page& page, std::string_view url) {
  return reloads_by(refresh_of_meta(html), page, url);
}

bool is_to_be_reloaded(const Loaded& loaded) {
  if (!loaded.response.is_page) return false;
  return loaded.reloads == Reloads::soon ||
         (loaded.reloads == Reloads::later && loaded.response.new_cookie);
}

}  // namespace tagtrail::host
