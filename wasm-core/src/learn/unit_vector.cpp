#include "learn/unit_vector.hpp"

#include <algorithm>
#include <cmath>

namespace tagtrail {
namespace {

constexpr float kTiny = 1e-30F;  // keeps the zero vector from a division by zero

}  // namespace

UnitVector::UnitVector(const SparseVector& sum, std::uint64_t count) {
  entries_.reserve(sum.size());
  float squares = 0;
  for (const Feature& entry : sum) {
    const auto value = static_cast<float>(entry.value / static_cast<double>(count));
    squares += value * value;
    entries_.push_back({entry.index, value});
  }
  const float scale = 1.0F / (std::sqrt(squares) + kTiny);
  for (Entry& entry : entries_) entry.value *= scale;
}

float UnitVector::similarity(const UnitVector& other) const {
  // A path has few entries, a centroid of many paths thousands.
  const bool shorter = entries_.size() <= other.entries_.size();
  const std::vector<Entry>& few = shorter ? entries_ : other.entries_;
  const std::vector<Entry>& many = shorter ? other.entries_ : entries_;
  float sum = 0;
  auto from = many.begin();
  for (const Entry& entry : few) {
    from = std::lower_bound(from, many.end(), entry.index,
                            [](const Entry& a, std::uint32_t index) { return a.index < index; });
    if (from == many.end()) break;
    if (from->index == entry.index) sum += entry.value * from->value;
  }
  // The index gives distances, 1 - cosine, and the crawler turns them back.
  return 1.0F - (1.0F - sum);
}

}  // namespace tagtrail
