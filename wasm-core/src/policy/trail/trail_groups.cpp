// What the places of links have brought. A place is a tag path in which numbers don't count.
#include <algorithm>

#include "policy/trail/trail_policy.hpp"

namespace tagtrail {
namespace {

constexpr std::size_t kMaxGroups = 300;  // people look at the best

}  // namespace

/// Counted anew at each call: people ask rarely.
std::vector<GroupReport> TrailPolicy::groups() const {
  struct Seen {
    bool known = false;
    PathId path = 0;  ///< of its first link
    std::uint64_t waiting = 0;
  };
  std::vector<Seen> seen(places_.size());
  for (UrlId id = 0; id < links_.size(); ++id) {
    if (!links_.contains(id)) continue;
    const TrailLink& link = links_.at(id);
    Seen& place = seen[link.list];
    if (!place.known) place = {true, link.path, 0};
    if (link.waiting) ++place.waiting;
  }
  std::vector<GroupReport> groups;
  for (PlaceId id = 0; id < places_.size(); ++id) {
    if (!seen[id].known) continue;
    const Place& place = places_.at(id);
    const double mean = place.tries == 0 ? 0 : place.files / static_cast<double>(place.tries);
    groups.push_back({id, {}, place.tries, mean, seen[id].waiting});
  }
  std::stable_sort(groups.begin(), groups.end(), [](const GroupReport& a, const GroupReport& b) {
    if (a.mean_reward != b.mean_reward) return a.mean_reward > b.mean_reward;
    return a.visits > b.visits;
  });
  if (groups.size() > kMaxGroups) groups.resize(kMaxGroups);
  for (GroupReport& group : groups) group.tag_path = context_.tag_path(seen[group.id].path);
  return groups;
}

}  // namespace tagtrail
