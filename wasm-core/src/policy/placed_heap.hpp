// A binary heap of ids that know their places, so that any of them can move or leave. The order
// must be total; the arrangement then depends on nothing but the operations.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace tagtrail {

/// A heap over `ids`, borrowed for a single operation. `before(a, b)`: a comes before b;
/// `place(id, at)`: remembers that the id is at `at`.
template <typename Before, typename Place>
class PlacedHeap {
 public:
  PlacedHeap(std::vector<std::uint32_t>& ids, Before before, Place place)
      : ids_(ids), before_(before), place_(place) {}

  void add(std::uint32_t id) {
    ids_.push_back(id);
    moved(ids_.size() - 1);
  }

  /// The id there goes.
  void remove(std::size_t at) {
    const std::uint32_t last = ids_.back();
    ids_.pop_back();
    if (at == ids_.size()) return;
    ids_[at] = last;
    moved(at);
  }

  /// The order of the id there has changed.
  void moved(std::size_t at) { sink(rise(at)); }

  /// Whether no id comes before the one above it.
  bool is_heap() const {
    for (std::size_t at = 1; at < ids_.size(); ++at) {
      if (before_(ids_[at], ids_[(at - 1) / 2])) return false;
    }
    return true;
  }

 private:
  std::size_t rise(std::size_t at) {
    const std::uint32_t id = ids_[at];
    while (at > 0 && before_(id, ids_[(at - 1) / 2])) {
      put(at, ids_[(at - 1) / 2]);
      at = (at - 1) / 2;
    }
    put(at, id);
    return at;
  }

  void sink(std::size_t at) {
    const std::uint32_t id = ids_[at];
    for (;;) {
      std::size_t child = 2 * at + 1;
      if (child >= ids_.size()) break;
      if (child + 1 < ids_.size() && before_(ids_[child + 1], ids_[child])) ++child;
      if (!before_(ids_[child], id)) break;
      put(at, ids_[child]);
      at = child;
    }
    put(at, id);
  }

  void put(std::size_t at, std::uint32_t id) {
    ids_[at] = id;
    place_(id, at);
  }

  std::vector<std::uint32_t>& ids_;
  Before before_;
  Place place_;
};

}  // namespace tagtrail
