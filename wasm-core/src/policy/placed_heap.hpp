// A binary heap whose items know their places, so that any of them can move or leave. The order
// must be total; the arrangement then depends on nothing but the operations.
#pragma once

#include <cstddef>
#include <vector>

namespace tagtrail {

/// A heap over `items`, borrowed for a single operation. `before(a, b)`: a comes before b;
/// `place(item, at)`: remembers that the item is at `at`.
template <typename Item, typename Before, typename Place>
class PlacedHeap {
 public:
  PlacedHeap(std::vector<Item>& items, Before before, Place place)
      : items_(items), before_(before), place_(place) {}

  void add(Item item) {
    items_.push_back(item);
    moved(items_.size() - 1);
  }

  /// The item there goes.
  void remove(std::size_t at) {
    const Item last = items_.back();
    items_.pop_back();
    if (at == items_.size()) return;
    items_[at] = last;
    moved(at);
  }

  /// The order of the item there has changed.
  void moved(std::size_t at) { sink(rise(at)); }

  /// Whether no item comes before the one above it.
  bool is_heap() const {
    for (std::size_t at = 1; at < items_.size(); ++at) {
      if (before_(items_[at], items_[(at - 1) / 2])) return false;
    }
    return true;
  }

 private:
  std::size_t rise(std::size_t at) {
    const Item item = items_[at];
    while (at > 0 && before_(item, items_[(at - 1) / 2])) {
      put(at, items_[(at - 1) / 2]);
      at = (at - 1) / 2;
    }
    put(at, item);
    return at;
  }

  void sink(std::size_t at) {
    const Item item = items_[at];
    for (;;) {
      std::size_t child = 2 * at + 1;
      if (child >= items_.size()) break;
      if (child + 1 < items_.size() && before_(items_[child + 1], items_[child])) ++child;
      if (!before_(items_[child], item)) break;
      put(at, items_[child]);
      at = child;
    }
    put(at, item);
  }

  void put(std::size_t at, Item item) {
    items_[at] = item;
    place_(item, at);
  }

  std::vector<Item>& items_;
  Before before_;
  Place place_;
};

}  // namespace tagtrail
