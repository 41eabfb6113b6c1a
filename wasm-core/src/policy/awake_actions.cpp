#include "policy/awake_actions.hpp"

#include <algorithm>

namespace tagtrail {

void AwakeActions::insert(ActionId id, std::uint64_t visits, double mean) {
  by_visits_[visits].emplace(mean, id);
}

void AwakeActions::erase(ActionId id, std::uint64_t visits, double mean) {
  const auto found = by_visits_.find(visits);
  if (found == by_visits_.end()) return;
  found->second.erase({mean, id});
  if (found->second.empty()) by_visits_.erase(found);
}

std::optional<ActionId> AwakeActions::oldest() const {
  std::optional<ActionId> oldest;
  for (const auto& [visits, actions] : by_visits_) {
    for (const auto& [mean, id] : actions) oldest = std::min(oldest.value_or(id), id);
  }
  return oldest;
}

}  // namespace tagtrail
