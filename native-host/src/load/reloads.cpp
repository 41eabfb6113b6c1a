#include "load/reloads.hpp"

#include <algorithm>
#include <charconv>

#include "tagtrail/text.hpp"

namespace tagtrail::host {
namespace {

/// Who asks to be loaded again so soon is not ready: others show what changes now and then.
constexpr unsigned kSoonSeconds = 30;

/// Of what is not ready; who names longer is asked sooner.
constexpr unsigned kLongestPauseSeconds = 5;

/// In how many `content`, of a <meta> or a field Refresh, asks for it.
unsigned seconds_in(std::string_view content) {
  unsigned seconds = 0;
  content = trim(content);
  std::from_chars(content.data(), content.data() + content.size(), seconds);
  return seconds;
}

/// Whether nothing on the page leads elsewhere than where the request has been.
bool leads_nowhere(const Response& response) {
  const auto was_here = [&response](const LinkObservation& link) {
    return link.url == response.final_url ||
           std::any_of(response.redirects.begin(), response.redirects.end(),
                       [&link](const RedirectHop& hop) { return hop.url == link.url; });
  };
  return std::all_of(response.page.links.begin(), response.page.links.end(), was_here);
}

}  // namespace

std::string_view refresh_of_page(std::string_view html) {
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

void judge_refresh(std::string_view refresh, Loaded& loaded) {
  loaded.reload_after.reset();
  if (!refresh.empty() && leads_nowhere(loaded.response)) loaded.reload_after = seconds_in(refresh);
}

bool is_not_ready(const Loaded& loaded) {
  return loaded.response.is_page && loaded.reload_after && *loaded.reload_after <= kSoonSeconds;
}

bool is_to_be_reloaded(const Loaded& loaded) {
  const bool shows_cookie =
      loaded.response.is_page && loaded.reload_after && loaded.response.new_cookie;
  return is_not_ready(loaded) || shows_cookie;
}

std::chrono::seconds pause_before_reload(const Loaded& loaded) {
  // Who wants to see the cookie is ready.
  if (loaded.response.new_cookie) return std::chrono::seconds(0);
  return std::chrono::seconds(std::min(loaded.reload_after.value_or(0), kLongestPauseSeconds));
}

}  // namespace tagtrail::host
