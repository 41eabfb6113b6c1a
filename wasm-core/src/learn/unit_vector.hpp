// Cosine similarity as the published index computes it: vectors of length one in single precision.
//
// The precision matters. Two tag paths of six elements that differ in one have 6 of 8 pairs of
// elements in common, a cosine of exactly the threshold 0.75. Rounding decides whether they share
// an action, and so which links a crawl follows for hundreds of requests.
#pragma once

#include <cstdint>
#include <vector>

#include "learn/example.hpp"

namespace tagtrail {

/// A vector scaled to length one, sorted by index. Sums are made in single precision, one element
/// after the other in order of index.
class UnitVector {
 public:
  struct Entry {
    std::uint32_t index = 0;
    float value = 0;
  };

  UnitVector() = default;
  /// Of the mean of `count` vectors whose sum is `sum`.
  explicit UnitVector(const SparseVector& sum, std::uint64_t count = 1);

  const std::vector<Entry>& entries() const { return entries_; }
  float similarity(const UnitVector& other) const;

 private:
  std::vector<Entry> entries_;
};

}  // namespace tagtrail
