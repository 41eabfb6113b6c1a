// Sparse vectors: adding them up, saving them.
#pragma once

#include <cstdint>

#include "learn/example.hpp"
#include "tagtrail/bytes.hpp"

namespace tagtrail {

/// A growing sum of sparse vectors, sorted by index.
struct SparseSum {
  SparseVector entries;
  std::uint64_t vectors = 0;

  /// `added(index)` is called for each index that the sum did not have.
  template <typename Added>
  void add(const SparseVector& vector, Added added);
};

void save_vector(ByteWriter& out, const SparseVector& vector);
/// False when malformed: not sorted, not finite, or not below `dimension`.
bool load_vector(ByteReader& in, SparseVector& vector, std::size_t dimension);

/// Where `index` is or would be in sorted entries.
SparseVector::iterator lower_entry(SparseVector& entries, std::uint32_t index);
SparseVector::const_iterator lower_entry(const SparseVector& entries, std::uint32_t index);

template <typename Added>
void SparseSum::add(const SparseVector& vector, Added added) {
  for (const Feature& entry : vector) {
    auto at = lower_entry(entries, entry.index);
    if (at == entries.end() || at->index != entry.index) {
      at = entries.insert(at, Feature{entry.index, 0.0});
      added(entry.index);
    }
    at->value += entry.value;
  }
  ++vectors;
}

}  // namespace tagtrail
