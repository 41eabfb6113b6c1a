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
  /// Of the paths of `urls`, which are brought in as they are asked for.
  explicit LinkGroups(const UrlTable& urls) : urls_(urls), clusters_(SbParameters{}) {}

  /// kNoGroup for the seed URL's empty path.
  GroupId group_of(PathId path);
  GroupId group_of_link(UrlId link) { return group_of(urls_.facts(link).path); }
  /// Brings in all paths that are known.
  void extend() { extend_to(urls_.paths() - 1); }
  /// The group of a path which may be unknown, or which it would join; nothing when it would found
  /// one, or has none.
  std::optional<GroupId> find(std::string_view tag_path);
  /// Of those founded so far.
  GroupId size() const { return static_cast<GroupId>(founders_.size()); }
  /// A path of the group: that which founded it, while it is in it.
  PathId founder(GroupId group) const { return founders_[group]; }
  /// Makes a group of these known paths, one at least, which are in others so far. What comes later
  /// joins whichever is nearest.
  GroupId set_apart(const std::vector<PathId>& paths);

  /// What was set apart, to find the same groups again.
  void save(ByteWriter& out) const;
  /// Of a new object. False when malformed.
  bool load(ByteReader& in);

 private:
  struct Apart {
    PathId known = 0;  ///< how many paths there were
    std::vector<PathId> paths;
  };
  void extend_to(PathId path);
  GroupId found(Apart apart);
  GroupId join(PathId path, std::string_view text);
  bool add_cluster(GroupId group);
  void regather(GroupId group);

  const UrlTable& urls_;
  TagPathClusters clusters_;
  std::vector<GroupId> by_path_;
  std::vector<GroupId> by_cluster_;  ///< a group that others left has a second one
  std::vector<PathId> founders_;
  std::vector<Apart> apart_;
};

}  // namespace tagtrail
