#include "crawl/link_groups.hpp"

#include <algorithm>
#include <set>

namespace tagtrail {

GroupId LinkGroups::group_of(PathId path) {
  extend_to(path);
  return by_path_[path];
}

void LinkGroups::extend_to(PathId path) {
  while (by_path_.size() <= path) {
    const auto next = static_cast<PathId>(by_path_.size());
    const std::string_view text = urls_.path(next);
    by_path_.push_back(text.empty() ? kNoGroup : join(next, text));
  }
}

GroupId LinkGroups::join(PathId path, std::string_view text) {
  const std::uint32_t cluster = clusters_.join(text);
  if (cluster == by_cluster_.size()) {
    by_cluster_.push_back(size());
    founders_.push_back(path);
  }
  return by_cluster_[cluster];
}

std::optional<GroupId> LinkGroups::find(std::string_view tag_path) {
  if (tag_path.empty()) return std::nullopt;
  const PathId path = urls_.find_path(tag_path);
  if (path != StringTable::kNone) return group_of(path);
  const auto cluster = clusters_.find(tag_path);
  if (!cluster) return std::nullopt;
  return by_cluster_[*cluster];
}

GroupId LinkGroups::set_apart(const std::vector<PathId>& paths) {
  extend();
  return found({urls_.paths(), paths});
}

GroupId LinkGroups::found(Apart apart) {
  const GroupId group = size();
  founders_.push_back(apart.paths.front());
  std::set<GroupId> left;
  for (const PathId path : apart.paths) {
    left.insert(by_path_[path]);
    by_path_[path] = group;
  }
  add_cluster(group);
  for (const GroupId each : left) regather(each);
  apart_.push_back(std::move(apart));
  return group;
}

/// Of all paths that the group has now. False when it has none.
bool LinkGroups::add_cluster(GroupId group) {
  std::vector<std::string_view> texts;
  for (PathId path = 0; path < by_path_.size(); ++path) {
    if (by_path_[path] == group) texts.push_back(urls_.path(path));
  }
  if (texts.empty()) return false;
  clusters_.found(texts);
  by_cluster_.push_back(group);
  return true;
}

/// Others have left the group: its centre is where its own paths are, and its founder one of them.
void LinkGroups::regather(GroupId group) {
  if (!add_cluster(group) || by_path_[founders_[group]] == group) return;
  const auto first = std::find(by_path_.begin(), by_path_.end(), group);
  founders_[group] = static_cast<PathId>(first - by_path_.begin());
}

void LinkGroups::save(ByteWriter& out) const {
  out.var(apart_.size());
  for (const Apart& apart : apart_) {
    out.var(apart.known);
    out.var(apart.paths.size());
    for (const PathId path : apart.paths) out.var(path);
  }
}

bool LinkGroups::load(ByteReader& in) {
  for (std::size_t count = in.count(3); count > 0; --count) {
    const std::uint64_t known = in.var();
    if (known == 0 || known > urls_.paths() || known < by_path_.size()) return false;
    std::vector<PathId> paths(in.count(1));
    for (PathId& path : paths) {
      const std::uint64_t id = in.var();
      if (id >= known || urls_.path(static_cast<PathId>(id)).empty()) return false;
      path = static_cast<PathId>(id);
    }
    if (paths.empty() || !in.ok()) return false;
    extend_to(static_cast<PathId>(known - 1));
    found({static_cast<PathId>(known), std::move(paths)});
  }
  return in.ok();
}

}  // namespace tagtrail
