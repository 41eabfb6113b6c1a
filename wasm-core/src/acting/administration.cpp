// The administration of a site: recognised by names that mean nothing else, and by pages that are
// full of commands.
#include <algorithm>
#include <set>

#include "acting/word_list.hpp"
#include "tagtrail/acting.hpp"
#include "tagtrail/plain_words.hpp"
#include "tagtrail/suspects.hpp"
#include "tagtrail/url.hpp"

namespace tagtrail {
namespace {

/// A page of the administration has at least so many links that act, and such a share of all; of
/// more than one kind, for one in many rows is a list of what somebody has to do.
constexpr std::size_t kFewestActing = 3;
constexpr std::size_t kFewestKinds = 2;
constexpr std::size_t kOneIn = 10;

/// The URL up to its first segment that is one of `names`, with a slash behind it; or empty.
std::string area(std::string_view key, const Phrases& names) {
  const UrlParts parts = split_url(key);
  std::string_view path = parts.path;
  while (!path.empty()) {
    path.remove_prefix(1);
    const std::string_view segment = path.substr(0, path.find('/'));
    path.remove_prefix(segment.size());
    std::string_view name = segment;
    if (path.empty()) name = name.substr(0, name.find('.'));
    if (!names.contains(words_of_name(percent_decode(name)))) continue;
    const auto end = static_cast<std::size_t>(segment.data() + segment.size() - key.data());
    return std::string(key.substr(0, end)) + (name.size() == segment.size() ? "/" : "");
  }
  return {};
}

/// `body.wp-admin` is on the way to every link of such a page.
bool says_so(std::string_view tag_path) {
  const std::size_t body = tag_path.find("/body");
  if (body == std::string_view::npos) return false;
  const std::string_view token = tag_path.substr(body + 1, tag_path.find('/', body + 1) - body - 1);
  std::string_view names = token.substr(std::min(token.find_first_of(".#"), token.size()));
  while (!names.empty()) {
    names.remove_prefix(1);
    const std::string_view name = names.substr(0, names.find_first_of(" #"));
    names.remove_prefix(name.size());
    if (acting_words().administration.contains(words_of_name(name))) return true;
  }
  return false;
}

/// The folder of a page, unless it is the whole site.
std::string folder_of(std::string_view key) {
  const UrlParts parts = split_url(key);
  const std::size_t slash = parts.path.rfind('/');
  if (slash == std::string_view::npos || slash == 0) return {};
  const auto end = static_cast<std::size_t>(parts.path.data() + slash + 1 - key.data());
  return std::string(key.substr(0, end));
}

}  // namespace

std::string administration_by_name(std::string_view key) {
  return area(key, acting_words().administration);
}

std::string administration_of(std::string_view key, const Page& page) {
  std::string named = administration_by_name(key);
  if (!named.empty()) return named;
  if (!page.links.empty() && says_so(page.links.front().tag_path)) return folder_of(key);
  named = area(key, acting_words().administration_perhaps);
  if (named.empty()) return {};
  std::size_t acting = 0;
  std::set<std::string> kinds;
  for (const LinkObservation& link : page.links) {
    if (assess_link(link).strength == ActStrength::none) continue;
    ++acting;
    if (!ends_session(link.url)) kinds.insert(link_shape(link.url));
  }
  const bool full = acting >= kFewestActing && kinds.size() >= kFewestKinds &&
                    acting * kOneIn >= page.links.size();
  return full ? named : std::string{};
}

}  // namespace tagtrail
