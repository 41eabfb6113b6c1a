// Exact nearest centroid by cosine similarity over sparse vectors, with an inverted index: the
// reference for clustering tag paths into actions. (The published code uses an approximate index.)
#pragma once

#include <vector>

#include "learn/centroid_index.hpp"
#include "learn/sparse_sum.hpp"
#include "learn/unit_vector.hpp"

namespace tagtrail {

class NearestCentroid final : public CentroidIndex {
 public:
  explicit NearestCentroid(std::size_t dimension) : owners_(dimension) {}

  std::optional<Match> nearest(const SparseVector& vector, double least) const override;
  std::uint32_t add(const SparseVector& vector) override;
  void merge(std::uint32_t id, const SparseVector& vector) override;
  std::uint32_t size() const override { return static_cast<std::uint32_t>(sums_.size()); }

  void save(ByteWriter& out) const override;
  bool load(ByteReader& in) override;

 private:
  std::vector<std::uint32_t> telling_dimensions(const SparseVector& vector, double squared_norm,
                                                double least) const;

  std::vector<SparseSum> sums_;                     ///< of the vectors that joined each
  std::vector<UnitVector> units_;                   ///< their means, of length one
  std::vector<std::vector<std::uint32_t>> owners_;  ///< by dimension: the centroids that have it
  /// By centroid: the search that met it last, so that nothing must be cleared before each.
  mutable std::vector<std::uint64_t> met_in_;
  mutable std::uint64_t search_ = 0;
};

}  // namespace tagtrail
