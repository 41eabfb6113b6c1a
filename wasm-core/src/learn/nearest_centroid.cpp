#include "learn/nearest_centroid.hpp"

#include <algorithm>
#include <cmath>

namespace tagtrail {

std::optional<NearestCentroid::Match> NearestCentroid::nearest(const SparseVector& vector) const {
  scratch_.assign(squared_norms_.size(), 0.0);
  double squared_norm = 0.0;
  for (const Feature& entry : vector) {
    squared_norm += entry.value * entry.value;
    for (const Posting& posting : postings_[entry.index]) {
      scratch_[posting.id] += entry.value * posting.sum;
    }
  }
  std::optional<Match> best;
  for (std::uint32_t id = 0; id < size(); ++id) {
    const double dot = scratch_[id];
    if (dot <= 0.0) continue;
    const double similarity = dot / std::sqrt(squared_norm * squared_norms_[id]);
    if (!best || similarity > best->similarity) best = Match{id, similarity};
  }
  return best;
}

std::uint32_t NearestCentroid::add(const SparseVector& vector) {
  squared_norms_.push_back(0.0);
  accumulate(size() - 1, vector);
  return size() - 1;
}

void NearestCentroid::merge(std::uint32_t id, const SparseVector& vector) {
  accumulate(id, vector);
}

void NearestCentroid::accumulate(std::uint32_t id, const SparseVector& vector) {
  for (const Feature& entry : vector) {
    std::vector<Posting>& list = postings_[entry.index];
    auto at =
        std::lower_bound(list.begin(), list.end(), id,
                         [](const Posting& p, std::uint32_t wanted) { return p.id < wanted; });
    if (at == list.end() || at->id != id) at = list.insert(at, Posting{id, 0.0});
    const double before = at->sum;
    at->sum += entry.value;
    squared_norms_[id] += at->sum * at->sum - before * before;
  }
}

void NearestCentroid::save(ByteWriter& out) const {
  out.var(squared_norms_.size());
  for (const double norm : squared_norms_) out.f64(norm);
  for (const std::vector<Posting>& list : postings_) {
    out.var(list.size());
    for (const Posting& posting : list) {
      out.var(posting.id);
      out.f64(posting.sum);
    }
  }
}

bool NearestCentroid::load(ByteReader& in) {
  squared_norms_.resize(in.count(8));
  for (double& norm : squared_norms_) norm = in.f64();
  for (std::vector<Posting>& list : postings_) {
    list.resize(in.count(9));
    for (Posting& posting : list) {
      posting.id = static_cast<std::uint32_t>(in.var());
      posting.sum = in.f64();
      if (posting.id >= size()) return false;
    }
  }
  return in.ok();
}

}  // namespace tagtrail
