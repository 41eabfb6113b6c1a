// A decision tree over numbers for two classes, learnt as C4.5 does (Quinlan, "C4.5: Programs for
// Machine Learning", 1993): binary cuts half-way between neighbouring values, the best gain ratio
// among the cuts of at least average gain, two cases a leaf at least, and then pruning: a subtree
// becomes a leaf where that is not expected to err more, by the upper limit of its errors (CF
// 25 %).
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace tagtrail {

struct NumberCase {
  std::vector<double> values;  ///< of all cases equally many
  bool wanted = false;
};

struct DecisionTree {
  static constexpr std::size_t kDeepest = 40;

  /// A leaf has no cut: `below` and `above` are 0, which no child is.
  struct Node {
    std::uint32_t attribute = 0;
    double cut = 0;           ///< values up to it go below, others above
    std::uint32_t below = 0;  ///< places of the children, behind their parent
    std::uint32_t above = 0;
    bool wanted = false;       ///< the more frequent class of its cases
    std::uint64_t cases = 0;   ///< that it was learnt from
    std::uint64_t errors = 0;  ///< of them: of the other class

    bool is_leaf() const { return below == 0; }
    bool operator==(const Node&) const = default;
  };
  std::vector<Node> nodes;  ///< the root first; never empty once learnt

  /// `values`: as many as those of the cases.
  bool wants(std::span<const double> values) const;
};

/// At least one case.
DecisionTree learn_decision_tree(const std::vector<NumberCase>& cases);

/// U_CF: how many of `cases` are expected to be wrong at most where `errors` were, with CF 25 %.
double pessimistic_errors(std::uint64_t errors, std::uint64_t cases);

}  // namespace tagtrail
