#include "fleet/revisit_interval.hpp"

#include <algorithm>

namespace tagtrail::host {

std::chrono::milliseconds next_interval(std::chrono::milliseconds every,
                                        std::optional<std::chrono::milliseconds> before,
                                        std::optional<bool> changed) {
  constexpr int kWidest = 4;
  std::chrono::milliseconds next = before.value_or(every);
  if (changed) next = *changed ? next / 2 : next + next / 2;
  return std::clamp(next, std::max(every / kWidest, std::chrono::milliseconds(1)), every * kWidest);
}

}  // namespace tagtrail::host
