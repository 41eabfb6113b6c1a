#include "policy/link_queues.hpp"

#include <algorithm>

#include "policy/placed_heap.hpp"

namespace tagtrail {

auto LinkQueues::heap(QueueId queue) {
  const auto before = [this](UrlId a, UrlId b) {
    return links_[a].score != links_[b].score ? links_[a].score > links_[b].score : a < b;
  };
  const auto place = [this](UrlId url, std::size_t at) {
    links_[url].at = static_cast<std::uint32_t>(at);
  };
  return PlacedHeap(queues_[queue], before, place);
}

void LinkQueues::add(UrlId url, QueueId queue, double score) {
  if (url >= links_.size()) links_.resize(url + std::size_t{1});
  if (queue >= queues_.size()) queues_.resize(queue + std::size_t{1});
  links_[url].score = score;
  links_[url].queue = queue;
  heap(queue).add(url);
  ++size_;
}

void LinkQueues::rescore(UrlId url, double score) {
  links_[url].score = score;
  heap(links_[url].queue).moved(links_[url].at);
}

void LinkQueues::remove(UrlId url) {
  heap(links_[url].queue).remove(links_[url].at);
  links_[url].at = kAbsent;
  --size_;
}

std::vector<UrlId> LinkQueues::all() const {
  std::vector<UrlId> waiting;
  waiting.reserve(size_);
  for (const auto& queue : queues_) waiting.insert(waiting.end(), queue.begin(), queue.end());
  std::sort(waiting.begin(), waiting.end());
  return waiting;
}

/// How a heap is arranged makes no difference: the order of its links is total.
void LinkQueues::save(ByteWriter& out) const {
  out.var(size_);
  for (const UrlId url : all()) {
    out.var(url);
    out.var(links_[url].queue);
    out.f64(links_[url].score);
  }
}

bool LinkQueues::load(ByteReader& in, UrlId urls, QueueId queues) {
  *this = {};
  for (std::size_t left = in.count(10); left > 0; --left) {
    const std::uint64_t url = in.var();
    const std::uint64_t queue = in.var();
    const double score = in.f64();
    if (url >= urls || queue >= queues || !(score >= 0 && score <= 1)) return false;
    if (contains(static_cast<UrlId>(url))) return false;
    add(static_cast<UrlId>(url), static_cast<QueueId>(queue), score);
  }
  return in.ok();
}

}  // namespace tagtrail
