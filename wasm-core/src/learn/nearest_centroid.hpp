// Exact nearest centroid by cosine similarity over sparse vectors, with an inverted index: the
// reference for clustering tag paths into actions. (The published code uses an approximate index;
// exact search gave the same crawls.)
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "learn/sgd_logistic.hpp"
#include "tagtrail/bytes.hpp"

namespace tagtrail {

class NearestCentroid {
 public:
  struct Match {
    std::uint32_t id = 0;
    double similarity = 0;
  };

  explicit NearestCentroid(std::size_t dimension) : postings_(dimension) {}

  /// The most similar centroid, ties to the lowest id; nothing when there is none at all or none
  /// shares a dimension with the vector.
  std::optional<Match> nearest(const SparseVector& vector) const;
  /// A new centroid; ids are 0, 1, ...
  std::uint32_t add(const SparseVector& vector);
  /// Moves centroid `id` to the mean of all vectors ever merged into it.
  void merge(std::uint32_t id, const SparseVector& vector);
  std::uint32_t size() const { return static_cast<std::uint32_t>(squared_norms_.size()); }

  void save(ByteWriter& out) const;
  bool load(ByteReader& in);

 private:
  struct Posting {
    std::uint32_t id = 0;
    double sum = 0;
  };
  void accumulate(std::uint32_t id, const SparseVector& vector);

  // A centroid is kept as the sum of its vectors: the cosine does not see the factor.
  std::vector<std::vector<Posting>> postings_;  ///< by dimension, sorted by id
  std::vector<double> squared_norms_;           ///< of the sums
  mutable std::vector<double> scratch_;
};

}  // namespace tagtrail
