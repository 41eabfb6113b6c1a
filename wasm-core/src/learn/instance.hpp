// What learners over many absent features learn from: an example is the few features it has.
#pragma once

#include <cstdint>
#include <vector>

namespace tagtrail {

struct Instance {
  std::vector<std::uint32_t> present;  ///< the slots whose feature it has: ascending, each once
  std::vector<double> numbers;         ///< its numeric features, always all of them
};

/// Which features the instances of a learner have.
struct InstanceShape {
  std::uint32_t slots = 0;    ///< Instance::present has slots below
  std::uint32_t numbers = 0;  ///< size of Instance::numbers
};

}  // namespace tagtrail
