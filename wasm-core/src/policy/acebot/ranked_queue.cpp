#include "policy/acebot/ranked_queue.hpp"

#include <algorithm>

namespace tagtrail::acebot {

std::size_t RankedQueue::size_of(Rank rank) const {
  const auto found = queues_.find(rank);
  return found == queues_.end() ? 0 : found->second.live;
}

void RankedQueue::put(UrlId url, Rank rank) {
  if (this->rank(url) == rank) return;
  remove(url);
  if (url >= places_.size()) places_.resize(url + std::size_t{1});
  places_[url] = {rank, ++turn_};
  Queue& queue = queues_[rank];
  queue.entries.push_back({url, turn_});
  ++queue.live;
  ++size_;
}

void RankedQueue::remove(UrlId url) {
  if (!contains(url)) return;
  --queues_.at(places_[url].rank).live;
  places_[url].turn = 0;
  --size_;
}

UrlId RankedQueue::take(End end) {
  for (;;) {
    const auto best = queues_.begin();
    std::deque<Entry>& queue = best->second.entries;
    const Entry entry = end == End::front ? queue.front() : queue.back();
    end == End::front ? queue.pop_front() : queue.pop_back();
    const bool live = is_live(entry);
    if (live) remove(entry.url);
    if (queue.empty()) queues_.erase(best);
    if (live) return entry.url;
  }
}

void RankedQueue::save(ByteWriter& out) const {
  out.var(size_);
  for (const auto& [rank, queue] : queues_) {
    for (const Entry& entry : queue.entries) {
      if (!is_live(entry)) continue;
      out.var(rank);
      out.var(entry.url);
    }
  }
}

bool RankedQueue::load(ByteReader& in, UrlId known, Rank ranks) {
  const std::size_t count = in.count(2);
  Rank before = 0;
  for (std::size_t i = 0; i < count; ++i) {
    const std::uint64_t rank = in.var();
    const std::uint64_t url = in.var();
    if (rank < before || rank >= ranks || url >= known) return false;
    if (contains(static_cast<UrlId>(url))) return false;
    before = static_cast<Rank>(rank);
    put(static_cast<UrlId>(url), before);
  }
  return in.ok();
}

}  // namespace tagtrail::acebot
