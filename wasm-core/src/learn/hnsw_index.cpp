#include "learn/hnsw_index.hpp"

#ifndef __EMSCRIPTEN__

// The library does not include all it uses.
#include <hnswlib/hnswlib.h>

#include <fstream>
#include <mutex>
#include <vector>

#include "learn/sparse_sum.hpp"
#include "learn/unit_vector.hpp"

namespace tagtrail {
namespace {

// As published: the library's defaults of its Python interface.
constexpr std::size_t kNeighbours = 16;
constexpr std::size_t kCandidatesWhileBuilding = 200;
constexpr std::size_t kCandidatesWhileSearching = 10;
constexpr std::size_t kLevelSeed = 100;
constexpr std::size_t kFirstCapacity = 64;

/// The library's `cosine` space is this on vectors of length one.
class HnswIndex final : public CentroidIndex {
 public:
  explicit HnswIndex(std::size_t dimension)
      : dimension_(dimension),
        space_(dimension),
        graph_(&space_, kFirstCapacity, kNeighbours, kCandidatesWhileBuilding, kLevelSeed) {
    graph_.ef_ = kCandidatesWhileSearching;
  }

  std::optional<Match> nearest(const SparseVector& vector, double least) const override {
    auto found = graph_.searchKnn(dense(UnitVector(vector)).data(), 1);
    if (found.empty()) return std::nullopt;
    const auto similarity = static_cast<double>(1.0F - found.top().first);
    if (!(similarity > 0) || similarity < least) return std::nullopt;
    return Match{static_cast<std::uint32_t>(found.top().second), similarity};
  }

  std::uint32_t add(const SparseVector& vector) override {
    sums_.emplace_back();
    if (sums_.size() > graph_.max_elements_) graph_.resizeIndex(2 * graph_.max_elements_);
    merge(size() - 1, vector);
    return size() - 1;
  }

  void merge(std::uint32_t id, const SparseVector& vector) override {
    sums_[id].add(vector, [](std::uint32_t) {});
    // For a label it has, the library moves the point and connects its neighbourhood anew.
    graph_.addPoint(dense(UnitVector(sums_[id].entries, sums_[id].vectors)).data(), id);
    history_.push_back({id, vector});
  }

  std::uint32_t size() const override { return static_cast<std::uint32_t>(sums_.size()); }

  void save(ByteWriter& out) const override {
    out.var(history_.size());
    for (const Joined& joined : history_) {
      out.var(joined.id);
      save_vector(out, joined.vector);
    }
  }

  bool load(ByteReader& in) override {
    const std::size_t steps = in.count(2);
    for (std::size_t i = 0; i < steps; ++i) {
      const std::uint64_t id = in.var();
      SparseVector vector;
      if (!load_vector(in, vector, dimension_) || id > size()) return false;
      if (id == size()) {
        add(vector);
      } else {
        merge(static_cast<std::uint32_t>(id), vector);
      }
    }
    return in.ok();
  }

 private:
  struct Joined {
    std::uint32_t id = 0;
    SparseVector vector;
  };

  std::vector<float> dense(const UnitVector& unit) const {
    std::vector<float> values(dimension_, 0.0F);
    for (const UnitVector::Entry& entry : unit.entries()) values[entry.index] = entry.value;
    return values;
  }

  std::size_t dimension_;
  hnswlib::InnerProductSpace space_;
  hnswlib::HierarchicalNSW<float> graph_;
  std::vector<SparseSum> sums_;
  std::vector<Joined> history_;  ///< what went in, in order
};

}  // namespace

std::unique_ptr<CentroidIndex> make_hnsw_index(std::size_t dimension) {
  return std::make_unique<HnswIndex>(dimension);
}

}  // namespace tagtrail

#endif
