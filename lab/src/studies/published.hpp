// What the paper's tables of results say of its 18 sites, to stand beside what is measured. Its
// Table 1, the sites themselves, is in the profiles of generated sites.
#pragma once

#include <array>
#include <span>
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

/// The sites of Tables 4 and 5, in the order of their figures: those that were crawled whole.
inline constexpr std::array<std::string_view, 11> kWholeSites{"be", "cl", "cn", "ed", "in", "is",
                                                              "ju", "nc", "oe", "ok", "qa"};
using OfWholeSites = std::array<double, kWholeSites.size()>;

/// A row of Table 4, in per cent; below 0: out of memory. The values of the parameters are not in
/// its text, their order is. The row of the defaults is given for each parameter, with small
/// differences (`qa`, `ok`), and its figures are not those of Table 2: they are of another run.
struct PublishedSetting {
  std::string_view name;
  OfWholeSites requests{};
  OfWholeSites volume{};
};

/// A row of Table 5, in per cent.
struct PublishedClassifier {
  std::string_view name;  ///< features and classifier, as SbParameters call them
  OfWholeSites requests{};
  double misclassified = 0;
};

std::span<const PublishedSetting> published_settings();
std::span<const PublishedClassifier> published_classifiers();

}  // namespace tagtrail::host
