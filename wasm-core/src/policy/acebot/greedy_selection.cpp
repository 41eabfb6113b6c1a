#include "policy/acebot/greedy_selection.hpp"

#include <bit>
#include <unordered_map>

namespace tagtrail::acebot {
namespace {

constexpr std::uint32_t kNoCluster = Cluster::kRoot;

}  // namespace

GreedySelection::GreedySelection(const std::vector<Cluster>& clusters,
                                 const std::vector<std::vector<std::uint32_t>>& items)
    : covered_pages_((items.size() + 63) / 64), left_(clusters.size(), true) {
  std::unordered_map<std::uint32_t, std::uint32_t> numbers;
  for (const auto& page : items) {
    std::vector<std::uint32_t>& numbered = items_.emplace_back();
    numbered.reserve(page.size());
    for (const std::uint32_t item : page) {
      const auto next = static_cast<std::uint32_t>(numbers.size());
      numbered.push_back(numbers.try_emplace(item, next).first->second);
    }
  }
  covered_items_.resize(numbers.size());
  counted_in_.resize(numbers.size());
  for (const Cluster& cluster : clusters) {
    Bits bits =
        cluster.parent == Cluster::kRoot ? Bits(covered_pages_.size()) : pages_[cluster.parent];
    for (const PageIndex page : cluster.pages) bits[page / 64] |= std::uint64_t{1} << page % 64;
    parents_.push_back(cluster.parent);
    pages_.push_back(std::move(bits));
  }
  for (std::uint32_t at = 0; at < pages_.size(); ++at) items_at_most_.push_back(gain(at).items);
}

template <typename Use>
void GreedySelection::for_new_pages(std::uint32_t cluster, Use use) const {
  for (std::size_t word = 0; word < covered_pages_.size(); ++word) {
    std::uint64_t bits = pages_[cluster][word] & ~covered_pages_[word];
    for (; bits != 0; bits &= bits - 1) {
      use(word * 64 + static_cast<std::size_t>(std::countr_zero(bits)));
    }
  }
}

Gain GreedySelection::gain(std::uint32_t cluster) {
  Gain gain;
  ++count_;
  for_new_pages(cluster, [&](std::size_t page) {
    ++gain.pages;
    for (const std::uint32_t item : items_[page]) {
      if (covered_items_[item] || counted_in_[item] == count_) continue;
      counted_in_[item] = count_;
      ++gain.items;
    }
  });
  return gain;
}

void GreedySelection::take(std::uint32_t cluster) {
  for_new_pages(cluster, [&](std::size_t page) {
    for (const std::uint32_t item : items_[page]) {
      if (!covered_items_[item]) ++covered_;
      covered_items_[item] = true;
    }
  });
  for (std::size_t word = 0; word < covered_pages_.size(); ++word) {
    covered_pages_[word] |= pages_[cluster][word];
  }
  for (std::uint32_t at = cluster; at != Cluster::kRoot; at = parents_[at]) left_[at] = false;
}

Gain GreedySelection::bound(std::uint32_t cluster) const {
  std::uint64_t pages = 0;
  for (std::size_t word = 0; word < covered_pages_.size(); ++word) {
    pages +=
        static_cast<std::uint64_t>(std::popcount(pages_[cluster][word] & ~covered_pages_[word]));
  }
  return {items_at_most_[cluster], pages};
}

/// New items only get fewer, so only a pattern whose bound is the highest needs to be counted anew.
std::uint32_t GreedySelection::best() {
  std::vector<Gain> bounds(parents_.size());
  for (std::uint32_t at = 0; at < parents_.size(); ++at) {
    if (left_[at]) bounds[at] = bound(at);
  }
  std::vector<bool> counted(parents_.size());
  for (;;) {
    std::uint32_t best = kNoCluster;
    for (std::uint32_t at = 0; at < parents_.size(); ++at) {
      if (!left_[at] || bounds[at].items == 0) continue;
      if (best == kNoCluster || bounds[at].is_more_than(bounds[best])) best = at;
    }
    if (best == kNoCluster || counted[best]) return best;
    bounds[best] = gain(best);
    items_at_most_[best] = bounds[best].items;
    counted[best] = true;
  }
}

std::vector<Selected> GreedySelection::run(double completion) {
  std::vector<Selected> selected;
  const double wanted = completion * static_cast<double>(covered_items_.size());
  while (static_cast<double>(covered_) < wanted) {
    const std::uint32_t cluster = best();
    if (cluster == kNoCluster) break;
    selected.push_back({cluster, gain(cluster)});
    take(cluster);
  }
  return selected;
}

}  // namespace tagtrail::acebot
