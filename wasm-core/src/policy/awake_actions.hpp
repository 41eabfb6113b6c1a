// Finds the awake action of the highest score without looking at all of them. The second term of a
// score is the same for all actions with equally many visits, so among those the best means lead,
// at any time.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <utility>

namespace tagtrail {

using ActionId = std::uint32_t;

class AwakeActions {
 public:
  void insert(ActionId id, std::uint64_t visits, double mean);
  /// With the visits and the mean that it was inserted with.
  void erase(ActionId id, std::uint64_t visits, double mean);

  struct Best {
    ActionId id = 0;
    double score = 0;
  };
  /// The action of highest score mean + exploration(visits), the oldest of equals; nothing when
  /// none is awake. Exactly what comparing all would give, rounding of scores included.
  template <typename Exploration>
  std::optional<Best> best(Exploration exploration) const;
  /// The oldest; nothing when none is awake.
  std::optional<ActionId> oldest() const;

 private:
  /// Highest mean first, the oldest of equals.
  struct Order {
    bool operator()(const std::pair<double, ActionId>& a,
                    const std::pair<double, ActionId>& b) const {
      return a.first != b.first ? a.first > b.first : a.second < b.second;
    }
  };
  std::map<std::uint64_t, std::set<std::pair<double, ActionId>, Order>> by_visits_;
};

template <typename Exploration>
std::optional<AwakeActions::Best> AwakeActions::best(Exploration exploration) const {
  constexpr ActionId kLast = 0xFFFFFFFFU;
  std::optional<Best> best;
  for (const auto& [visits, actions] : by_visits_) {
    const double bonus = exploration(visits);
    const double score = actions.begin()->first + bonus;
    if (best && score < best->score) continue;
    if (!best || score > best->score) best = Best{kLast, score};
    // A lower mean may give the same score once rounded.
    auto at = actions.begin();
    while (at != actions.end() && at->first + bonus == score) {
      if (at->second < best->id) best->id = at->second;
      at = actions.upper_bound({at->first, kLast});
    }
  }
  return best;
}

}  // namespace tagtrail
