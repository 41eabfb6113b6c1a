#include "policy/anthelion/link_queues.hpp"

#include "policy/anthelion/placed_heap.hpp"

namespace tagtrail {

auto LinkQueues::heap(HostId host) {
  const auto before = [this](UrlId a, UrlId b) {
    return links_[a].score != links_[b].score ? links_[a].score > links_[b].score : a < b;
  };
  const auto place = [this](UrlId url, std::size_t at) {
    links_[url].at = static_cast<std::uint32_t>(at);
  };
  return PlacedHeap(queues_[host], before, place);
}

void LinkQueues::add(UrlId url, HostId host, double score) {
  if (url >= links_.size()) links_.resize(url + std::size_t{1});
  if (host >= queues_.size()) queues_.resize(host + std::size_t{1});
  links_[url].score = score;
  links_[url].host = host;
  heap(host).add(url);
  ++size_;
}

void LinkQueues::rescore(UrlId url, double score) {
  links_[url].score = score;
  heap(links_[url].host).moved(links_[url].at);
}

void LinkQueues::remove(UrlId url) {
  heap(links_[url].host).remove(links_[url].at);
  links_[url].at = kAbsent;
  --size_;
}

std::vector<UrlId> LinkQueues::all() const {
  std::vector<UrlId> waiting;
  waiting.reserve(size_);
  for (UrlId url = 0; url < links_.size(); ++url) {
    if (contains(url)) waiting.push_back(url);
  }
  return waiting;
}

/// How a heap is arranged makes no difference: the order of its links is total.
void LinkQueues::save(ByteWriter& out) const {
  out.var(size_);
  for (const UrlId url : all()) {
    out.var(url);
    out.var(links_[url].host);
    out.f64(links_[url].score);
  }
}

bool LinkQueues::load(ByteReader& in, UrlId urls, HostId hosts) {
  *this = {};
  for (std::size_t left = in.count(10); left > 0; --left) {
    const std::uint64_t url = in.var();
    const std::uint64_t host = in.var();
    const double score = in.f64();
    if (url >= urls || host >= hosts || !(score >= 0 && score <= 1)) return false;
    if (contains(static_cast<UrlId>(url))) return false;
    add(static_cast<UrlId>(url), static_cast<HostId>(host), score);
  }
  return in.ok();
}

}  // namespace tagtrail
