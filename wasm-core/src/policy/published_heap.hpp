// A binary heap that leaves equals in the order of the published crawlers' (Python's heapq): which
// of many links with equal scores comes first decides much. The standard library's heaps leave that
// order open, and differ between the native build and WebAssembly. The arrangement is part of a
// policy's state: save it as it is.
#pragma once

#include <cstddef>
#include <utility>

namespace tagtrail {

namespace published_heap_detail {

/// Moves the element at `at` towards the top while it comes before its parent.
template <typename List, typename Before>
void rise(List& heap, std::size_t at, Before before) {
  while (at > 0) {
    const std::size_t parent = (at - 1) / 2;
    if (!before(heap[at], heap[parent])) return;
    std::swap(heap[at], heap[parent]);
    at = parent;
  }
}

}  // namespace published_heap_detail

/// `before(a, b)`: a is taken before b.
template <typename List, typename Before>
void heap_push(List& heap, typename List::value_type element, Before before) {
  heap.push_back(std::move(element));
  published_heap_detail::rise(heap, heap.size() - 1, before);
}

/// Takes the top of a heap that is not empty. The gap goes down to a leaf first, on the right where
/// two children are equal; the last element fills it and rises.
template <typename List, typename Before>
typename List::value_type heap_pop(List& heap, Before before) {
  typename List::value_type top = std::move(heap.front());
  typename List::value_type last = std::move(heap.back());
  heap.pop_back();
  if (heap.empty()) return top;
  std::size_t gap = 0;
  for (std::size_t child = 1; child < heap.size(); child = 2 * gap + 1) {
    if (child + 1 < heap.size() && !before(heap[child], heap[child + 1])) ++child;
    heap[gap] = std::move(heap[child]);
    gap = child;
  }
  heap[gap] = std::move(last);
  published_heap_detail::rise(heap, gap, before);
  return top;
}

/// Whether no element comes before its parent.
template <typename List, typename Before>
bool is_published_heap(const List& heap, Before before) {
  for (std::size_t at = 1; at < heap.size(); ++at) {
    if (before(heap[at], heap[(at - 1) / 2])) return false;
  }
  return true;
}

}  // namespace tagtrail
