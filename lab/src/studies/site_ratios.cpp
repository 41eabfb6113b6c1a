#include "studies/site_ratios.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace tagtrail::host {

Cell mean_cell(const std::vector<SiteRatio>& ratios, std::size_t sites) {
  std::vector<double> values;
  for (const SiteRatio& ratio : ratios) values.push_back(ratio.ratio());
  Cell cell = number_cell(geometric_mean(values), 2);
  if (cell.value && ratios.size() < sites) cell.text += fmt::format(" ({})", ratios.size());
  return cell;
}

const SiteRatio* worst_of(const std::vector<SiteRatio>& ratios) {
  const auto worst = std::max_element(
      ratios.begin(), ratios.end(),
      [](const SiteRatio& a, const SiteRatio& b) { return a.ratio() < b.ratio(); });
  return worst == ratios.end() ? nullptr : &*worst;
}

Cell worst_cell(const std::vector<SiteRatio>& ratios) {
  const SiteRatio* worst = worst_of(ratios);
  if (worst == nullptr) return number_cell(std::nullopt);
  return {fmt::format("{:.2f} {}", worst->ratio(), worst->site), worst->ratio()};
}

Cell worse_cell(const std::vector<SiteRatio>& ratios) {
  if (ratios.empty()) return number_cell(std::nullopt);
  const auto worse = std::count_if(ratios.begin(), ratios.end(),
                                   [](const SiteRatio& ratio) { return ratio.ratio() > kWorse; });
  return number_cell(static_cast<double>(worse), 0);
}

}  // namespace tagtrail::host
