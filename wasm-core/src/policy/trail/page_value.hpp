// The value of a page: the best rate of targets per request that is not itself for a target, over
// the page and its most promising children (Horn's and Sidney's ratio).
#pragma once

#include <vector>

namespace tagtrail {

struct ChildValue {
  double predicted = 0;  ///< decides which children count, and in which order
  double value = 0;      ///< what it counts for: the realised value once it is known
};

/// `targets`: found directly on the page. Children are discounted by `discount`. Reorders
/// `children`.
double page_value(double targets, std::vector<ChildValue>& children, double discount);

}  // namespace tagtrail
