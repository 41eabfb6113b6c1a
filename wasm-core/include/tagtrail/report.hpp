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
/// the paper).
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

/// What a crawl says of itself: which share of the targets within its reach it has found. An
/// estimate that knows nothing of the site but the crawl so far (docs/policies.md).
class StopAdvice {
 public:
  /// Too early to tell.
  StopAdvice() = default;
  /// There is nothing left to request, so all is found.
  static StopAdvice complete();
  /// The log of the odds that the share is at least s is `level - slope * logit(s)`; slope > 0.
  static StopAdvice of(double level, double slope);

  bool known() const { return known_; }
  bool is_complete() const { return complete_; }
  double level() const { return level_; }
  double slope() const { return slope_; }
  /// The share that is as likely to be too high as too low; 0 while nothing is known.
  double share() const { return quantile(0.5); }
  /// The share is in between with probability 0.8; 0 to 1 while nothing is known.
  double low() const { return quantile(0.9); }
  double high() const;
  /// How likely at least `share` (above 0, at most 1) has been found; 0 while nothing is known.
  double confidence(double share) const;

  bool operator==(const StopAdvice&) const = default;

 private:
  /// What is reached with that confidence.
  double quantile(double confidence) const;

  bool known_ = false;
  bool complete_ = false;
  double level_ = 0;
  double slope_ = 1;
};

/// How many files there are within reach, as people are told it: rounded, and it stays until there
/// is a reason to move it (docs/policies.md).
struct FileEstimate {
  std::uint64_t files = 0;  ///< low <= files <= high, and never fewer than have been found
  std::uint64_t low = 0;
  std::uint64_t high = 0;
  std::uint64_t price = 0;  ///< requests that a further file costs of late; 0: nothing is left

  /// Whether as good as all of them are among `found`, and there is something left to ask.
  bool is_about_all(std::uint64_t found) const {
    constexpr std::uint64_t kOfAHundred = 95;
    return price > 0 && found * 100 >= files * kOfAHundred;
  }
  bool operator==(const FileEstimate&) const = default;
};

}  // namespace tagtrail
