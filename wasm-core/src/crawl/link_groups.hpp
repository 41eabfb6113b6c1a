// Which group each tag path belongs to, for people to see and to teach. Clustered as sb-classifier
// clusters its actions (n = 2, theta = 0.75), in the order in which the paths appeared, so that
// the groups hang on the paths alone: no snapshot needs them, and a crawl at whose groups nobody
// looks does not pay for them.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "crawl/url_table.hpp"
#include "policy/tag_path_clusters.hpp"

namespace tagtrail {

/// Dense index of a group, in order of foundation.
using GroupId = std::uint32_t;
inline constexpr GroupId kNoGroup = 0xFFFFFFFFU;

class LinkGroups {
 public:
  LinkGroups() : clusters_(SbParameters{}) {}

  /// The group of a path of `urls`, always the same table; kNoGroup for the seed URL's empty path.
  GroupId group_of(PathId path, const UrlTable& urls);
  /// Brings in all paths that `urls` knows.
  void extend(const UrlTable& urls);
  /// The group that a path which may be unknown would join; nothing when it would found one.
  std::optional<GroupId> find(std::string_view tag_path) const;
  /// Of those founded so far.
  GroupId size() const { return static_cast<GroupId>(founders_.size()); }
  PathId founder(GroupId group) const { return founders_[group]; }

 private:
  void extend_to(PathId path, const UrlTable& urls);

  TagPathClusters clusters_;
  std::vector<GroupId> by_path_;
  std::vector<PathId> founders_;
};

}  // namespace tagtrail
