// What TRES remembers of the pages on the way to a link.
#pragma once

#include <cstdint>

#include "policies/double_dqn.hpp"

namespace tagtrail {

/// A page that was read, and the path that led to it.
struct TresPage {
  bool relevant = false;
  std::uint32_t distance = 0;          ///< to the last relevant page before it; 0 for the seed
  std::uint32_t relevant_on_path = 0;  ///< itself included
  std::uint32_t path_length = 1;       ///< pages from the seed to it, itself included

  /// The distance of its links: 1 when it is relevant, else one more than its own.
  std::uint32_t distance_of_links() const { return relevant ? 1 : distance + 1; }

  /// The page that one of its links led to.
  TresPage child(bool child_relevant) const {
    return {child_relevant, distance_of_links(), relevant_on_path + (child_relevant ? 1U : 0U),
            path_length + 1};
  }

  /// The first three numbers of its links.
  LinkState state_of_links() const {
    return {relevant ? 1.0F : 0.0F, 1.0F / static_cast<float>(distance_of_links()),
            static_cast<float>(relevant_on_path) / static_cast<float>(path_length)};
  }
};

/// The seed URL counts as relevant.
inline constexpr TresPage kTresSeed{true, 0, 1, 1};

}  // namespace tagtrail
