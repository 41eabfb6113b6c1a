// What the paper's tables of results say of its 18 sites, to stand beside what is measured. Its
// Table 1, the sites themselves, is in the profiles of generated sites.
#pragma once

#include <array>
#include <string_view>

#include "studies/statistics.hpp"

namespace tagtrail::host {

/// The policies whose columns Tables 2 and 3 give for every site, in the order of the figures.
inline constexpr std::array<std::string_view, 3> kPublishedPolicies{"sb-oracle", "sb-classifier",
                                                                    "bfs"};

struct PublishedSite {
  std::string_view code;  ///< as generated sites are named
  /// Tables 2 and 3, in per cent, of kPublishedPolicies; below 0: not run.
  std::array<double, kPublishedPolicies.size()> requests{};
  std::array<double, kPublishedPolicies.size()> volume{};
  double saved_requests = 0;  ///< Table 2, early stopping, in per cent
  double lost_targets = 0;
  Sample group_rewards;  ///< Table 6: of groups with a reward above zero
};

/// The published figures of a site, or nothing.
const PublishedSite* published_site(std::string_view code);

}  // namespace tagtrail::host
