#include "policy/score_heap.hpp"

#include <algorithm>

#include "policy/placed_heap.hpp"

namespace tagtrail {

auto ScoreHeap::heap() {
  const auto before = [](const Entry& a, const Entry& b) {
    return a.score != b.score ? a.score > b.score : a.id < b.id;
  };
  const auto place = [this](const Entry& entry, std::size_t at) {
    at_[entry.id] = static_cast<std::uint32_t>(at);
  };
  return PlacedHeap(heap_, before, place);
}

double ScoreHeap::second_score() const {
  return heap_.size() == 2 ? heap_[1].score : std::max(heap_[1].score, heap_[2].score);
}

void ScoreHeap::set(std::uint32_t id, double score) {
  if (id >= at_.size()) at_.resize(std::size_t{id} + 1, kAbsent);
  if (at_[id] == kAbsent) {
    heap().add({score, id});
  } else {
    heap_[at_[id]].score = score;
    heap().moved(at_[id]);
  }
}

void ScoreHeap::remove(std::uint32_t id) {
  if (!contains(id)) return;
  const std::size_t at = at_[id];
  at_[id] = kAbsent;
  heap().remove(at);
}

}  // namespace tagtrail
