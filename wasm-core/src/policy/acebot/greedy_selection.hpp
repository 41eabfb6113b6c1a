// ACEBot's greedy selection: again and again the pattern that brings most new items for each new
// page, until the selected ones bring a given share of all. To select the best set exactly is
// NP-hard, as the paper shows.
#pragma once

#include <cstdint>
#include <vector>

#include "policy/acebot/clusters.hpp"

namespace tagtrail::acebot {

/// What a pattern adds to those selected before.
struct Gain {
  std::uint64_t items = 0;
  std::uint64_t pages = 0;

  double score() const {
    return pages == 0 ? 0 : static_cast<double>(items) / static_cast<double>(pages);
  }
  /// Exactly.
  bool is_more_than(const Gain& other) const {
    return items * other.pages > other.items * pages || (pages > 0 && other.pages == 0);
  }
};

struct Selected {
  std::uint32_t cluster = 0;  ///< the end of the pattern
  Gain gain;
};

/// The pages of a pattern are those of its cluster and of all on the way there.
class GreedySelection {
 public:
  /// `items` of the entry page must be empty: it is requested whatever is selected.
  GreedySelection(const std::vector<Cluster>& clusters,
                  const std::vector<std::vector<std::uint32_t>>& items);

  /// Of the pattern that ends with that cluster.
  Gain gain(std::uint32_t cluster);
  /// Selects it; what is a beginning of it can't be selected any more.
  void take(std::uint32_t cluster);
  /// The best that is left, of equal ones the first; those that bring nothing are left out.
  std::vector<Selected> run(double completion);

 private:
  /// What a pattern is worth at most: what it was worth when last asked, and its new pages now.
  Gain bound(std::uint32_t cluster) const;
  template <typename Use>
  void for_new_pages(std::uint32_t cluster, Use use) const;
  std::uint32_t best();

  using Bits = std::vector<std::uint64_t>;

  std::vector<std::uint32_t> parents_;             ///< by cluster
  std::vector<Bits> pages_;                        ///< by cluster: those of the whole pattern
  std::vector<std::vector<std::uint32_t>> items_;  ///< by page, numbered from 0
  Bits covered_pages_;
  std::vector<bool> covered_items_;
  std::uint64_t covered_ = 0;
  std::vector<bool> left_;                    ///< by cluster: may still be selected
  std::vector<std::uint64_t> items_at_most_;  ///< by cluster
  std::vector<std::uint32_t> counted_in_;     ///< by item: the last count that met it
  std::uint32_t count_ = 0;
};

}  // namespace tagtrail::acebot
