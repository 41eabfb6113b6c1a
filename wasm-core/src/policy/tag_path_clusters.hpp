// Clusters of similar tag paths: the actions of the sleeping bandit, and the groups of links that
// people see (docs/policies.md, "sb-classifier").
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string_view>
#include <vector>

#include "features/tag_path_projection.hpp"
#include "learn/centroid_index.hpp"
#include "tagtrail/bytes.hpp"
#include "tagtrail/config.hpp"

namespace tagtrail {

class TagPathClusters {
 public:
  explicit TagPathClusters(const SbParameters& parameters);

  /// The cluster that a tag path joins: the nearest one if its cosine similarity is at least theta
  /// (its centre then moves), else a new one. Ids are 0, 1, ...
  std::uint32_t join(std::string_view tag_path);
  /// A new cluster of these tag paths, one at least, near to others as it may be.
  std::uint32_t found(const std::vector<std::string_view>& tag_paths);
  /// The cluster it would join; nothing when it would found one.
  std::optional<std::uint32_t> find(std::string_view tag_path) const;
  std::uint32_t size() const { return centroids_->size(); }

  void save(ByteWriter& out) const;
  bool load(ByteReader& in);

 private:
  double theta_;
  TagPathProjection projection_;
  std::unique_ptr<CentroidIndex> centroids_;
};

}  // namespace tagtrail
