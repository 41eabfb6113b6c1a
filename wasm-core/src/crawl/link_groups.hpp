// Which group each tag path belongs to, for people to see and to teach. Clustered as sb-classifier
// clusters its actions (n = 2, theta = 0.75), in the order in which the paths appeared, so that
// the groups hang on the paths alone: no snapshot needs them, and a crawl at whose groups nobody
// looks does not pay for them. Only what people saw apart and the clustering did not is kept.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "policy/tag_path_clusters.hpp"
#include "tables/url_table.hpp"
#include "tagtrail/bytes.hpp"

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
  /// A path of the group: that which founded it, while it is in it.
  PathId founder(GroupId group) const { return founders_[group]; }
  /// Makes a group of these known paths, one at least, which are in others so far. What comes later
  /// joins whichever is nearest.
  GroupId set_apart(const std::vector<PathId>& paths, const UrlTable& urls);

  /// What was set apart, to find the same groups again.
  void save(ByteWriter& out) const;
  /// Of a new object. False when malformed.
  bool load(ByteReader& in, const UrlTable& urls);

 private:
  void extend_to(PathId path, const UrlTable& urls);
  struct Apart {
    PathId known = 0;  ///< how many paths there were
    std::vector<PathId> paths;
  };
  GroupId found(Apart apart, const UrlTable& urls);
  GroupId join(PathId path, std::string_view text);
  bool add_cluster(GroupId group, const UrlTable& urls);
  void regather(GroupId group, const UrlTable& urls);

  TagPathClusters clusters_;
  std::vector<GroupId> by_path_;
  std::vector<GroupId> by_cluster_;  ///< a group that others left has a second one
  std::vector<PathId> founders_;
  std::vector<Apart> apart_;
};

}  // namespace tagtrail
