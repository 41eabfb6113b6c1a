#include "policy/hosted_links.hpp"

#include <algorithm>
#include <cmath>

#include "policy/placed_heap.hpp"

namespace tagtrail {

auto HostedLinks::heap(HostId part) {
  const auto before = [](const Entry& a, const Entry& b) {
    return a.score != b.score ? a.score > b.score : a.url < b.url;
  };
  const auto place = [this](const Entry& entry, std::size_t at) {
    at_[entry.url] = static_cast<std::uint32_t>(at);
  };
  return PlacedHeap(parts_[part], before, place);
}

std::optional<double> HostedLinks::runner_up() const {
  if (free_.empty()) return std::nullopt;
  std::optional<double> second;
  if (free_.size() > 1) second = free_.second_score();
  const std::vector<Entry>& best = parts_[free_.top()];
  for (std::size_t child = 1; child < std::min<std::size_t>(3, best.size()); ++child) {
    second = std::max(second.value_or(best[child].score), best[child].score);
  }
  return second;
}

void HostedLinks::set(UrlId url, double score) {
  const HostId part = context_.part(url);
  if (part >= parts_.size()) parts_.resize(std::size_t{part} + 1);
  if (url >= at_.size()) at_.resize(std::size_t{url} + 1, kAbsent);
  if (at_[url] == kAbsent) {
    heap(part).add({score, url});
    ++size_;
  } else {
    parts_[part][at_[url]].score = score;
    heap(part).moved(at_[url]);
  }
  part_changed(part);
}

void HostedLinks::remove(UrlId url) {
  if (!contains(url)) return;
  const HostId part = context_.part(url);
  const std::size_t at = at_[url];
  at_[url] = kAbsent;
  heap(part).remove(at);
  --size_;
  part_changed(part);
}

void HostedLinks::host_changed(HostId host) {
  if (host < parts_.size()) part_changed(host);
}

void HostedLinks::part_changed(HostId part) {
  if (parts_[part].empty() || !is_free(part)) {
    free_.remove(part);
  } else {
    free_.set(part, parts_[part].front().score);
  }
}

/// How a heap is arranged makes no difference: the order of its links is total.
void HostedLinks::save(ByteWriter& out) const {
  out.var(size_);
  for (const auto& part : parts_) {
    for (const Entry& entry : part) {
      out.var(entry.url);
      out.f64(entry.score);
    }
  }
}

bool HostedLinks::load(ByteReader& in, UrlId known) {
  for (std::size_t left = in.count(9); left > 0; --left) {
    const std::uint64_t url = in.var();
    const double score = in.f64();
    if (url >= known || contains(static_cast<UrlId>(url)) || std::isnan(score)) return false;
    set(static_cast<UrlId>(url), score);
  }
  return in.ok();
}

}  // namespace tagtrail
