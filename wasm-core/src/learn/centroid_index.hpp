// Which centroid a vector is most similar to, where centroids are means of the vectors that joined
// them. `exact` (nearest_centroid.hpp) finds the best one; `hnsw` (hnsw_index.hpp) is the
// approximate index of the published code.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>

#include "learn/example.hpp"
#include "tagtrail/bytes.hpp"
#include "tagtrail/config.hpp"

namespace tagtrail {

class CentroidIndex {
 public:
  struct Match {
    std::uint32_t id = 0;
    double similarity = 0;
  };

  virtual ~CentroidIndex() = default;

  /// The centroid most similar by cosine (as far as the index finds it), ties to the lowest id;
  /// nothing when its similarity is under `least` or not positive.
  virtual std::optional<Match> nearest(const SparseVector& vector, double least) const = 0;
  /// A new centroid; ids are 0, 1, ...
  virtual std::uint32_t add(const SparseVector& vector) = 0;
  /// Moves centroid `id` to the mean of all vectors ever merged into it.
  virtual void merge(std::uint32_t id, const SparseVector& vector) = 0;
  virtual std::uint32_t size() const = 0;

  virtual void save(ByteWriter& out) const = 0;
  virtual bool load(ByteReader& in) = 0;
};

/// The index that the parameters name.
std::unique_ptr<CentroidIndex> make_centroid_index(const SbParameters& parameters);
/// Whether this build has `hnsw`: the native one, not WebAssembly.
bool has_hnsw_index();

}  // namespace tagtrail
