// How runs of one kind compare with runs of another, site by site.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "studies/run_groups.hpp"
#include "studies/table.hpp"

namespace tagtrail::host {

/// A ratio above this is a site where the runs did worse, beyond noise.
inline constexpr double kWorse = 1.05;

struct SiteRatio {
  std::string site;
  double mine = 0;   ///< mean over seeds
  double other = 0;  ///< that of the runs compared with
  double ratio() const { return mine / other; }
};

/// Adds the ratio of the means of a figure, where both kinds of runs have it.
template <typename Figure>
void add_ratio(std::vector<SiteRatio>& ratios, const std::string& site, const Runs& mine,
               const Runs& other, Figure figure) {
  const auto a = over(mine, figure);
  const auto b = over(other, figure);
  if (a && b && b->mean > 0) ratios.push_back({site, a->mean, b->mean});
}

/// The geometric mean; in brackets over how many, when that is less than `sites`.
Cell mean_cell(const std::vector<SiteRatio>& ratios, std::size_t sites);
/// The site of the highest ratio; null for none.
const SiteRatio* worst_of(const std::vector<SiteRatio>& ratios);
/// `1.32 name`; a dash for none.
Cell worst_cell(const std::vector<SiteRatio>& ratios);
/// How many are above kWorse.
Cell worse_cell(const std::vector<SiteRatio>& ratios);

}  // namespace tagtrail::host
