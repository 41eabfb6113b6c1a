// Times by chance, so that what waited for the same thing does not come back all at once.
#pragma once

#include <chrono>

namespace tagtrail::host {

/// Between nothing and `most`.
std::chrono::milliseconds up_to(std::chrono::milliseconds most);

/// Half of it at least, and all of it at most.
inline std::chrono::milliseconds with_chance(std::chrono::milliseconds pause) {
  return pause - up_to(pause / 2);
}

}  // namespace tagtrail::host
