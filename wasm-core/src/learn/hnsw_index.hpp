// The published code's approximate index (hnswlib): nearest centroids by
// a graph over dense vectors. Native only, for studies: 16 KB a centroid, milliseconds a link.
#pragma once

#include "learn/centroid_index.hpp"

namespace tagtrail {

/// The graph depends on the order of all that went into it. So a snapshot holds every vector, and
/// loading it repeats all insertions, which takes as long as they did.
std::unique_ptr<CentroidIndex> make_hnsw_index(std::size_t dimension);

}  // namespace tagtrail
