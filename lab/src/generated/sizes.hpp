// Sizes of a generated site's files.
#pragma once

#include <cstdint>
#include <vector>

#include "generated/spread.hpp"

namespace tagtrail::host::generated {

/// Log-normal sizes whose mean and standard deviation over all files are those asked for, also for
/// few files (where drawing would miss the long tail): the files share out equal slices of the
/// distribution. A deviation of more than sqrt(count - 1) means can't be had.
class Sizes {
 public:
  Sizes(std::uint64_t count, double mean_bytes, double deviation_bytes, std::uint64_t seed);
  std::uint64_t bytes(std::uint64_t file) const;

 private:
  std::uint64_t count_;
  Shuffled order_;
  std::vector<double> slices_;  ///< size of each slice's files
};

}  // namespace tagtrail::host::generated
