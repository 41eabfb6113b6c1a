#include "policy/tag_path_clusters.hpp"

namespace tagtrail {

TagPathClusters::TagPathClusters(const SbParameters& parameters)
    : theta_(parameters.theta),
      projection_(parameters),
      centroids_(make_centroid_index(parameters)) {}

std::uint32_t TagPathClusters::join(std::string_view tag_path) {
  const SparseVector vector = projection_.project(tag_path);
  if (const auto match = centroids_->nearest(vector, theta_)) {
    centroids_->merge(match->id, vector);
    return match->id;
  }
  return centroids_->add(vector);
}

std::uint32_t TagPathClusters::found(const std::vector<std::string_view>& tag_paths) {
  const std::uint32_t id = centroids_->add(projection_.project(tag_paths.front()));
  for (std::size_t i = 1; i < tag_paths.size(); ++i) {
    centroids_->merge(id, projection_.project(tag_paths[i]));
  }
  return id;
}

std::optional<std::uint32_t> TagPathClusters::find(std::string_view tag_path) const {
  const auto match = centroids_->nearest(projection_.projected(tag_path), theta_);
  if (!match) return std::nullopt;
  return match->id;
}

void TagPathClusters::save(ByteWriter& out) const {
  projection_.save(out);
  centroids_->save(out);
}

bool TagPathClusters::load(ByteReader& in) { return projection_.load(in) && centroids_->load(in); }

}  // namespace tagtrail
