#include "learn/sparse_sum.hpp"

#include <algorithm>
#include <cmath>

namespace tagtrail {
namespace {

bool before(const Feature& entry, std::uint32_t index) { return entry.index < index; }

}  // namespace

SparseVector::iterator lower_entry(SparseVector& entries, std::uint32_t index) {
  return std::lower_bound(entries.begin(), entries.end(), index, before);
}

SparseVector::const_iterator lower_entry(const SparseVector& entries, std::uint32_t index) {
  return std::lower_bound(entries.begin(), entries.end(), index, before);
}

void save_vector(ByteWriter& out, const SparseVector& vector) {
  out.var(vector.size());
  for (const Feature& entry : vector) {
    out.var(entry.index);
    out.f64(entry.value);
  }
}

bool load_vector(ByteReader& in, SparseVector& vector, std::size_t dimension) {
  vector.clear();
  vector.resize(in.count(9));
  for (std::size_t i = 0; i < vector.size(); ++i) {
    const std::uint64_t index = in.var();
    vector[i] = {static_cast<std::uint32_t>(index), in.f64()};
    const bool sorted = i == 0 || vector[i - 1].index < index;
    if (!in.ok() || index >= dimension || !sorted || !std::isfinite(vector[i].value)) return false;
  }
  return in.ok();
}

}  // namespace tagtrail
