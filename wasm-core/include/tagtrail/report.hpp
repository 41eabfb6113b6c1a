// What people and studies want to know of a policy while it works or when it has ended.
#pragma once

#include <array>
#include <cstdint>
#include <string>

#include "tagtrail/oracle.hpp"

namespace tagtrail {

/// One group of links (an action of the bandit).
struct GroupReport {
  std::uint32_t id = 0;
  std::string tag_path;      ///< the path that founded it
  std::uint64_t visits = 0;  ///< pages read through it
  double mean_reward = 0;
  std::uint64_t open_links = 0;
};

/// Predictions of a URL classifier against what the URLs turned out to be (Table 5 and appendix of
/// the paper; research notes section 4).
struct Confusion {
  /// counts[true class][predicted class]; true: UrlClass html, target, neither (dead ones count as
  /// neither), predicted: 0 html, 1 target.
  std::array<std::array<std::uint64_t, 2>, 3> counts{};

  void add(UrlClass truth, bool predicted_target) {
    const auto row = truth == UrlClass::dead ? UrlClass::neither : truth;
    ++counts[static_cast<std::size_t>(row)][predicted_target ? 1 : 0];
  }
  /// (html taken for target + target taken for html) / (all html and targets); 0 without any.
  double misclassification_rate() const {
    const auto wrong = counts[0][1] + counts[1][0];
    const auto all = wrong + counts[0][0] + counts[1][1];
    return all == 0 ? 0.0 : static_cast<double>(wrong) / static_cast<double>(all);
  }
};

}  // namespace tagtrail
