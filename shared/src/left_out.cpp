#include "tagtrail/left_out.hpp"

#include <algorithm>

#include "tagtrail/text.hpp"

namespace tagtrail {
namespace {

using Left = std::vector<LeftOnPage>;

Left::iterator last_of(Left& left, LeftOutCause cause) {
  const auto found = std::find_if(left.rbegin(), left.rend(),
                                  [cause](const LeftOnPage& one) { return one.cause == cause; });
  return found == left.rend() ? left.end() : std::prev(found.base());
}

/// There are fewer kinds than places, so some kind has two.
void make_room(Left& left) {
  for (std::size_t at = left.size(); at-- > 1;) {
    const auto before =
        std::find_if(left.begin(), left.begin() + static_cast<std::ptrdiff_t>(at),
                     [&](const LeftOnPage& one) { return one.cause == left[at].cause; });
    if (before == left.begin() + static_cast<std::ptrdiff_t>(at)) continue;
    before->count += left[at].count;
    left.erase(left.begin() + static_cast<std::ptrdiff_t>(at));
    return;
  }
}

}  // namespace

std::string_view to_string(LeftOutCause cause) {
  switch (cause) {
    case LeftOutCause::login:
      return "login";
    case LeftOutCause::without_login:
      return "without_login";
    case LeftOutCause::doubtful:
      return "doubtful";
    case LeftOutCause::scripts:
      return "scripts";
    case LeftOutCause::tab_failed:
      return "tab_failed";
    case LeftOutCause::stays_empty:
      return "stays_empty";
    case LeftOutCause::stylesheets:
      return "stylesheets";
    case LeftOutCause::partly_read:
      return "partly_read";
    case LeftOutCause::mended:
      return "mended";
    case LeftOutCause::listed_part:
      return "listed_part";
    case LeftOutCause::cut_files:
      return "cut_files";
    case LeftOutCause::controls:
      return "controls";
    case LeftOutCause::routes:
      return "routes";
    case LeftOutCause::frames:
      return "frames";
    case LeftOutCause::page_for_file:
      return "page_for_file";
    case LeftOutCause::other_type:
      return "other_type";
    case LeftOutCause::no_content:
      return "no_content";
    case LeftOutCause::unnamed:
      return "unnamed";
    case LeftOutCause::script_json:
      return "script_json";
    case LeftOutCause::robots:
      return "robots";
    case LeftOutCause::robots_unreachable:
      return "robots_unreachable";
    case LeftOutCause::refused:
      return "refused";
    case LeftOutCause::patience:
      return "patience";
    case LeftOutCause::server_error:
      return "server_error";
    case LeftOutCause::client_error:
      return "client_error";
    case LeftOutCause::too_large:
      return "too_large";
    case LeftOutCause::incomplete:
      return "incomplete";
    case LeftOutCause::timeout:
      return "timeout";
    case LeftOutCause::network:
      return "network";
    case LeftOutCause::tls:
      return "tls";
    case LeftOutCause::refused_address:
      return "refused_address";
    case LeftOutCause::unsupported:
      return "unsupported";
    case LeftOutCause::browser:
      return "browser";
    case LeftOutCause::disk_full:
      return "disk_full";
    case LeftOutCause::acts:
      return "acts";
    case LeftOutCause::script_links:
      return "script_links";
    case LeftOutCause::schemes:
      return "schemes";
    case LeftOutCause::inline_files:
      return "inline_files";
    case LeftOutCause::trap:
      return "trap";
    case LeftOutCause::outside:
      return "outside";
    case LeftOutCause::elsewhere:
      return "elsewhere";
    case LeftOutCause::forms:
      return "forms";
    case LeftOutCause::forms_more:
      return "forms_more";
    case LeftOutCause::no_memory:
      return "no_memory";
    case LeftOutCause::withheld:
      return "withheld";
    case LeftOutCause::not_asked:
      return "not_asked";
    case LeftOutCause::unaccounted:
      return "unaccounted";
  }
  return "unaccounted";
}

std::optional<LeftOutCause> left_out_cause_named(std::string_view name) {
  for (unsigned at = 0; at <= static_cast<unsigned>(kLastLeftOutCause); ++at) {
    const auto cause = static_cast<LeftOutCause>(at);
    if (to_string(cause) == name) return cause;
  }
  return std::nullopt;
}

void add_left(std::vector<LeftOnPage>& left, LeftOnPage one) {
  one.what = to_valid_utf8(utf8_prefix(one.what, limits::kLeftWhatBytes));
  one.what.resize(utf8_prefix(one.what, limits::kLeftWhatBytes).size());
  if (left.size() >= limits::kLeftOnPage) {
    if (const auto last = last_of(left, one.cause); last != left.end()) {
      last->count += one.count;
      return;
    }
    make_room(left);
  }
  left.push_back(std::move(one));
}

}  // namespace tagtrail
