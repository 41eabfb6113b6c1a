// How right and how steady the estimate was that a person watching a crawl would have seen.
#pragma once

#include <array>
#include <cstdint>
#include <optional>

#include "tagtrail/engine.hpp"

namespace tagtrail::host {

/// Of one run, under one rule of what is shown. Each request is a moment.
struct ShownFigures {
  double error = 0;        ///< mean distance of the share shown from the true one, points of 100
  double turns = 0;        ///< how often the number changed its direction
  double range_turns = 0;  ///< the same of both ends of its range
  double inside = 0;       ///< share of the moments at which the truth lay in the range, 0 to 1
  double withdrawals = 0;  ///< how often nothing was shown any more
  double moments = 0;      ///< at which something was shown; without any there is no error
  double silent = 0;       ///< requests before the first of them; all of them where there is none
};

/// Counts how often a sequence of numbers changes its direction.
class TurnCounter {
 public:
  void add(double value);
  double turns() const { return turns_; }

 private:
  std::optional<double> last_;
  int direction_ = 0;
  double turns_ = 0;
};

/// What is on the screen at a moment.
struct ShownNumbers {
  double number = 0;
  double low = 0;
  double high = 0;
  // What these amount to as shares of the files that have been found, 0 to 1.
  double share = 0;
  double least = 0;
  double most = 0;
};

/// The rule that there was first: the advised share and its interval in whole per cent, whenever
/// there is advice.
std::optional<ShownNumbers> shown_always(const Progress& progress);
/// The same, but only where the program shows something: what holding numbers still is worth.
std::optional<ShownNumbers> shown_live(const Progress& progress);
/// What the program shows: Progress::estimate, in files.
std::optional<ShownNumbers> shown_as_told(const Progress& progress);

struct ShownRule {
  const char* name;
  std::optional<ShownNumbers> (*shown)(const Progress&);
};
inline constexpr std::array kShownRules{ShownRule{"always", shown_always},
                                        ShownRule{"live", shown_live},
                                        ShownRule{"told", shown_as_told}};
/// As kShownRules.
using ShownByRule = std::array<ShownFigures, kShownRules.size()>;

/// Figures of one rule, gathered while a run goes on. A crawl that has ended needs no estimate, so
/// that moment does not count.
class RuleSampler {
 public:
  /// `truth`: the share that has been found, 0 to 1.
  void add(const Progress& progress, const std::optional<ShownNumbers>& shown, double truth);
  ShownFigures figures() const;

 private:
  TurnCounter number_;
  std::array<TurnCounter, 2> ends_;
  bool is_shown_ = false;
  ShownFigures sum_;  ///< error and inside are sums
};

/// Figures of all rules over one run.
class ShownSampler {
 public:
  /// `site_targets`: how many files there are in truth.
  explicit ShownSampler(std::uint64_t site_targets)
      : site_targets_(static_cast<double>(site_targets)) {}

  void add(const Progress& progress);
  ShownByRule figures() const;

 private:
  double site_targets_;
  std::array<RuleSampler, kShownRules.size()> samplers_;
};

}  // namespace tagtrail::host
