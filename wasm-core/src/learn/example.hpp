// What learners learn from: sparse examples with one of two labels.
#pragma once

#include <cstdint>
#include <vector>

namespace tagtrail {

/// One feature of a sparse example.
struct Feature {
  std::uint32_t index = 0;
  double value = 0;
};
using SparseVector = std::vector<Feature>;

struct LabelledExample {
  SparseVector features;
  bool positive = false;
};

}  // namespace tagtrail
