#include "generated/node_counts.hpp"

namespace tagtrail::host::generated {

std::uint64_t NodeCounts::count(Kind kind, std::uint32_t depth) const {
  return depth < counts_.size() ? counts_[depth][static_cast<std::size_t>(kind)] : 0;
}

std::uint64_t NodeCounts::total(Kind kind) const {
  std::uint64_t sum = 0;
  for (const auto& counts : counts_) sum += counts[static_cast<std::size_t>(kind)];
  return sum;
}

std::uint64_t NodeCounts::pages() const {
  std::uint64_t pages = 0;
  for (std::size_t i = 0; i < kKinds; ++i) {
    const auto kind = static_cast<Kind>(i);
    if (is_page(kind)) pages += total(kind);
  }
  return pages;
}

Counts NodeCounts::of(Kind kind) const {
  Counts counts;
  for (std::uint32_t depth = 0; depth < depths(); ++depth) counts.push_back(count(kind, depth));
  return counts;
}

void NodeCounts::set(Kind kind, const Counts& counts) {
  if (counts.size() > counts_.size()) counts_.resize(counts.size());
  for (std::size_t depth = 0; depth < counts_.size(); ++depth) {
    counts_[depth][static_cast<std::size_t>(kind)] = depth < counts.size() ? counts[depth] : 0;
  }
}

}  // namespace tagtrail::host::generated
