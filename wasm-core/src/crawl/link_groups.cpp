#include "crawl/link_groups.hpp"

namespace tagtrail {

GroupId LinkGroups::group_of(PathId path, const UrlTable& urls) {
  extend_to(path, urls);
  return by_path_[path];
}

void LinkGroups::extend(const UrlTable& urls) { extend_to(urls.paths() - 1, urls); }

void LinkGroups::extend_to(PathId path, const UrlTable& urls) {
  while (by_path_.size() <= path) {
    const auto next = static_cast<PathId>(by_path_.size());
    const std::string_view text = urls.path(next);
    const GroupId group = text.empty() ? kNoGroup : clusters_.join(text);
    if (group == founders_.size()) founders_.push_back(next);
    by_path_.push_back(group);
  }
}

std::optional<GroupId> LinkGroups::find(std::string_view tag_path) const {
  return clusters_.find(tag_path);
}

}  // namespace tagtrail
