#include "fleet/chance.hpp"

#include <algorithm>
#include <random>

namespace tagtrail::host {

std::chrono::milliseconds up_to(std::chrono::milliseconds most) {
  using Count = std::chrono::milliseconds::rep;
  thread_local std::mt19937_64 random{std::random_device{}()};
  std::uniform_int_distribution<Count> some(0, std::max<Count>(most.count(), 0));
  return std::chrono::milliseconds(some(random));
}

}  // namespace tagtrail::host
