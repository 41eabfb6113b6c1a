#include "learn/nearest_centroid.hpp"

#include <algorithm>

namespace tagtrail {
namespace {

// Far more than rounding in single precision can take from the square of a similarity.
constexpr double kMargin = 1e-3;

}  // namespace

/// Dimensions of which a centroid must have at least one to be similar enough. The dimensions most
/// centroids have are left out as long as, by the Cauchy-Schwarz inequality, no centroid can reach
/// `least` by those alone.
std::vector<std::uint32_t> NearestCentroid::telling_dimensions(const SparseVector& vector,
                                                               double squared_norm,
                                                               double least) const {
  std::vector<const Feature*> commonest;
  for (const Feature& entry : vector) commonest.push_back(&entry);
  std::sort(commonest.begin(), commonest.end(), [this](const Feature* a, const Feature* b) {
    return owners_[a->index].size() > owners_[b->index].size();
  });
  const double limit = least * least * squared_norm * (1.0 - kMargin);
  double left_out = 0.0;
  std::vector<std::uint32_t> telling;
  for (const Feature* entry : commonest) {
    left_out += entry->value * entry->value;
    if (!telling.empty() || left_out >= limit) telling.push_back(entry->index);
  }
  return telling;
}

std::optional<CentroidIndex::Match> NearestCentroid::nearest(const SparseVector& vector,
                                                             double least) const {
  double squared_norm = 0.0;
  for (const Feature& entry : vector) squared_norm += entry.value * entry.value;
  const UnitVector unit(vector);
  std::optional<Match> best;
  ++search_;
  for (const std::uint32_t dimension : telling_dimensions(vector, squared_norm, least)) {
    for (const std::uint32_t id : owners_[dimension]) {
      if (met_in_[id] == search_) continue;
      met_in_[id] = search_;
      const double similarity = static_cast<double>(units_[id].similarity(unit));
      if (!(similarity > 0.0)) continue;
      if (!best || similarity > best->similarity ||
          (similarity == best->similarity && id < best->id)) {
        best = Match{id, similarity};
      }
    }
  }
  if (best && best->similarity < least) best.reset();
  return best;
}

std::uint32_t NearestCentroid::add(const SparseVector& vector) {
  sums_.emplace_back();
  units_.emplace_back();
  met_in_.push_back(0);
  merge(size() - 1, vector);
  return size() - 1;
}

void NearestCentroid::merge(std::uint32_t id, const SparseVector& vector) {
  sums_[id].add(vector, [&](std::uint32_t dimension) { owners_[dimension].push_back(id); });
  units_[id] = UnitVector(sums_[id].entries, sums_[id].vectors);
}

void NearestCentroid::save(ByteWriter& out) const {
  out.var(sums_.size());
  for (const SparseSum& sum : sums_) {
    out.var(sum.vectors);
    save_vector(out, sum.entries);
  }
}

bool NearestCentroid::load(ByteReader& in) {
  sums_.resize(in.count(2));
  units_.resize(sums_.size());
  met_in_.assign(sums_.size(), 0);
  for (std::uint32_t id = 0; id < size(); ++id) {
    sums_[id].vectors = in.var();
    if (!load_vector(in, sums_[id].entries, owners_.size()) || sums_[id].vectors == 0) return false;
    units_[id] = UnitVector(sums_[id].entries, sums_[id].vectors);
    for (const Feature& entry : sums_[id].entries) owners_[entry.index].push_back(id);
  }
  return in.ok();
}

}  // namespace tagtrail
