#include "policy/trail/frontier_heap.hpp"

#include <algorithm>
#include <cmath>

namespace tagtrail {

std::optional<double> FrontierHeap::runner_up() const {
  if (heap_.size() < 2) return std::nullopt;
  return heap_.size() == 2 ? heap_[1].score : std::max(heap_[1].score, heap_[2].score);
}

void FrontierHeap::set(UrlId id, double score) {
  if (id >= at_.size()) at_.resize(std::size_t{id} + 1, kAbsent);
  std::size_t at = at_[id];
  if (at_[id] == kAbsent) {
    at = heap_.size();
    heap_.emplace_back();
  }
  place(at, {score, id});
  rise(at);
  sink(at_[id]);
}

void FrontierHeap::remove(UrlId id) {
  if (!contains(id)) return;
  const std::size_t at = at_[id];
  at_[id] = kAbsent;
  const Entry last = heap_.back();
  heap_.pop_back();
  if (at == heap_.size()) return;
  place(at, last);
  rise(at);
  sink(at_[last.id]);
}

void FrontierHeap::place(std::size_t at, Entry entry) {
  heap_[at] = entry;
  at_[entry.id] = static_cast<std::uint32_t>(at);
}

void FrontierHeap::rise(std::size_t at) {
  const Entry entry = heap_[at];
  while (at > 0 && before(entry, heap_[(at - 1) / 2])) {
    place(at, heap_[(at - 1) / 2]);
    at = (at - 1) / 2;
  }
  place(at, entry);
}

void FrontierHeap::sink(std::size_t at) {
  const Entry entry = heap_[at];
  for (;;) {
    std::size_t child = 2 * at + 1;
    if (child >= heap_.size()) break;
    if (child + 1 < heap_.size() && before(heap_[child + 1], heap_[child])) ++child;
    if (!before(heap_[child], entry)) break;
    place(at, heap_[child]);
    at = child;
  }
  place(at, entry);
}

void FrontierHeap::save(ByteWriter& out) const {
  out.var(heap_.size());
  for (const Entry& entry : heap_) {
    out.var(entry.id);
    out.f64(entry.score);
  }
}

bool FrontierHeap::load(ByteReader& in, UrlId known) {
  heap_.resize(in.count(9));
  at_.assign(known, kAbsent);
  for (std::size_t i = 0; i < heap_.size(); ++i) {
    const std::uint64_t id = in.var();
    const double score = in.f64();
    if (id >= known || at_[static_cast<std::size_t>(id)] != kAbsent || std::isnan(score))
      return false;
    place(i, {score, static_cast<UrlId>(id)});
    if (i > 0 && before(heap_[i], heap_[(i - 1) / 2])) return false;
  }
  return in.ok();
}

}  // namespace tagtrail
