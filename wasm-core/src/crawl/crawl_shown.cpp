// What people saw as groups of their own when they gave their word are such from then on, whatever
// the clustering of this crawl had made of them: pages are shown by an engine that knows other tag
// paths, and what is shown of a page are often single paths that no crawl had met.
#include <algorithm>
#include <map>

#include "crawl/crawl.hpp"

namespace tagtrail {

/// The groups that the word is about: of `path`, and of all that was shown as one with it.
std::vector<GroupId> Crawl::take_as_shown(const Feedback& feedback, PathId path) {
  std::vector<ShownGroup> shown = known_before(feedback);
  const auto taught = std::find_if(shown.begin(), shown.end(), [&](const ShownGroup& group) {
    return std::find(group.paths.begin(), group.paths.end(), path) != group.paths.end();
  });
  groups_.extend(urls_);
  /// By group of this crawl, what each of those shown has of it.
  std::map<GroupId, std::map<std::size_t, std::vector<PathId>>> within;
  for (std::size_t i = 0; i < shown.size(); ++i) {
    for (const PathId each : shown[i].paths) within[group_of(each)][i].push_back(each);
  }
  const auto own = static_cast<std::size_t>(taught - shown.begin());
  for (const auto& [group, parts] : within) {
    if (parts.size() > 1) set_apart(group, parts, shown, own);
  }
  std::vector<GroupId> about{group_of(path)};
  if (taught == shown.end()) return about;
  for (const PathId each : taught->paths) {
    const GroupId group = group_of(each);
    if (std::find(about.begin(), about.end(), group) == about.end()) about.push_back(group);
  }
  return about;
}

/// With the state that each had; a path that is named twice belongs to the first.
std::vector<Crawl::ShownGroup> Crawl::known_before(const Feedback& feedback) {
  const PathId known = urls_.paths();
  std::vector<bool> seen;
  std::vector<ShownGroup> shown;
  for (const auto& texts : feedback.shown) {
    ShownGroup group;
    for (const std::string& text : texts) {
      const PathId path = urls_.intern_path(text);
      if (path >= seen.size()) seen.resize(path + std::size_t{1}, false);
      if (seen[path]) continue;
      seen[path] = true;
      group.paths.push_back(path);
    }
    if (group.paths.empty()) continue;
    if (const PathId first = group.paths.front(); first < known) {
      group.word = teaching_.word(group_of(first));
      group.allowed = acting_.allows(group_of(first));
    }
    shown.push_back(std::move(group));
  }
  return shown;
}

/// All parts of a group but one: that with its founder, else one that the word is not about, as the
/// group may have paths that were not shown.
void Crawl::set_apart(GroupId group, const std::map<std::size_t, std::vector<PathId>>& parts,
                      const std::vector<ShownGroup>& shown, std::size_t taught) {
  std::size_t keeper = parts.begin()->first;
  if (keeper == taught) keeper = std::next(parts.begin())->first;
  const PathId founder = groups_.founder(group);
  for (const auto& [i, paths] : parts) {
    if (std::find(paths.begin(), paths.end(), founder) != paths.end()) keeper = i;
  }
  for (const auto& [i, paths] : parts) {
    if (i == keeper) continue;
    const GroupId apart = groups_.set_apart(paths, urls_);
    teaching_.say(apart, shown[i].word);
    if (shown[i].allowed) acting_.allow(apart);
  }
  ledger_.group_anew();
}

}  // namespace tagtrail
