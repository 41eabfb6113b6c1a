// Numbers by depth with the mean and deviation of a profile, skewed as real sites are.
#pragma once

#include <cstdint>
#include <vector>

namespace tagtrail::host::generated {

using Counts = std::vector<std::uint64_t>;  ///< by depth
using Shares = std::vector<double>;         ///< of all, by depth

/// In links from the start.
struct Depths {
  double mean = 0;
  double deviation = 0;
};

Depths depths_of(const Counts& counts);
double mean_of(const Shares& shares);
/// The relative errors of mean and deviation together.
double miss(const Depths& is, const Depths& wanted);

/// `count` things over depths, as close to `wanted` as there is room: a discrete gamma distribution
/// from the first depth that has any. `room`: the share of all that a depth can hold, which grows
/// with depth but for depths without room (0). Not longer than the deepest of them needs.
Counts fit_depths(std::uint64_t count, const Depths& wanted, const Shares& room);

}  // namespace tagtrail::host::generated
