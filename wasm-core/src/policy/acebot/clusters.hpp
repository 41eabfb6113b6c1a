// ACEBot's clusters: pages of the site map by the labels through which they are reached, and so the
// patterns that there are to select from.
#pragma once

#include <cstdint>
#include <vector>

#include "policy/acebot/site_map.hpp"

namespace tagtrail::acebot {

/// The end of one pattern: its last step leads from the pages of `parent` to `pages`.
struct Cluster {
  static constexpr std::uint32_t kRoot = 0xFFFFFFFFU;
  std::uint32_t parent = kRoot;  ///< a smaller index, or the entry page
  LabelId label = 0;
  /// "+": a page of it has a link with the same label to another page, read or not.
  bool repeated = false;
  std::uint32_t steps = 1;       ///< from the entry page
  std::vector<PageIndex> pages;  ///< ascending, never the entry page's
};

struct ClusterRules {
  std::uint64_t steps = 3;  ///< patterns of at most so many (k)
  bool bounded = true;  ///< a repeated step is judged by up to three repetitions (ac), not by all
};

/// Breadth first from `root`, in the order in which labels appear on the pages. Left out: pages
/// that are near twins of one already in the cluster (`first_of_twins`); what leads to pages of its
/// own way only, or only to pages of a cluster with fewer steps; what is over 2,000 clusters.
std::vector<Cluster> cluster(const SiteMap& map, PageIndex root, const ClusterRules& rules,
                             const std::vector<std::uint32_t>& first_of_twins);

}  // namespace tagtrail::acebot
