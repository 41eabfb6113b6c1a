// Which question parts the examples of a leaf best, and whether enough of them were seen to tell
// (Domingos and Hulten, "Mining High-Speed Data Streams", KDD 2000).
#pragma once

#include <array>
#include <cstdint>
#include <limits>
#include <optional>

#include "learn/class_statistics.hpp"

namespace tagtrail {

/// A question about an instance.
struct SplitTest {
  enum class Kind : std::uint8_t {
    slot,    ///< has it the feature?
    number,  ///< is its number above the cut?
  };
  Kind kind = Kind::slot;
  std::uint32_t feature = 0;
  double cut = 0;

  bool is_true_of(const Instance& instance) const;
};

struct Split {
  double gain = 0;  ///< information, in bits
  SplitTest test;
  std::array<ByClass, 2> branches{};  ///< examples of each class; [1]: those with the answer yes
};

struct SplitSearch {
  std::optional<Split> best;  ///< none: no question leaves 1 % of the examples on each side
  /// Of the best question about another feature.
  double second_gain = -std::numeric_limits<double>::infinity();
};

/// Numeric features come first, with ten cuts each; among equals the first feature wins.
SplitSearch search_split(const ClassStatistics& statistics);

/// What a mean of values from 0 to 1 may be off after n of them, but for one case in ten million.
double hoeffding_bound(double n);

}  // namespace tagtrail
