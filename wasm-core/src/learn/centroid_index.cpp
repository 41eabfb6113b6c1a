#include "learn/centroid_index.hpp"

#include "learn/hnsw_index.hpp"
#include "learn/nearest_centroid.hpp"

namespace tagtrail {

// The library behind hnsw throws, locks and draws from the standard library's generators, none of
// which the module is built with.
#ifdef __EMSCRIPTEN__

std::unique_ptr<CentroidIndex> make_centroid_index(const SbParameters& parameters) {
  return std::make_unique<NearestCentroid>(std::size_t{1} << parameters.m);
}

bool has_hnsw_index() { return false; }

#else

std::unique_ptr<CentroidIndex> make_centroid_index(const SbParameters& parameters) {
  const std::size_t dimension = std::size_t{1} << parameters.m;
  if (parameters.action_index == "hnsw") return make_hnsw_index(dimension);
  return std::make_unique<NearestCentroid>(dimension);
}

bool has_hnsw_index() { return true; }

#endif

}  // namespace tagtrail
