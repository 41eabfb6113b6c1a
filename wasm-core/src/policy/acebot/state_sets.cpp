#include "policy/acebot/state_sets.hpp"

#include <algorithm>

namespace tagtrail::acebot {

SetId StateSets::intern(States states) {
  const auto [at, is_new] = ids_.try_emplace(std::move(states), static_cast<SetId>(sets_.size()));
  if (is_new) sets_.push_back(at->first);
  return at->second;
}

SetId StateSets::unite(SetId a, SetId b) {
  if (a == b || b == kEmpty) return a;
  if (a == kEmpty) return b;
  States both;
  std::set_union(sets_[a].begin(), sets_[a].end(), sets_[b].begin(), sets_[b].end(),
                 std::back_inserter(both));
  return intern(std::move(both));
}

SetId StateSets::advance(SetId set, Act act) {
  if (set == kEmpty) return kEmpty;
  const std::uint64_t key = std::uint64_t{set} << 32U | act;
  const auto found = advanced_.find(key);
  if (found != advanced_.end()) return found->second;
  const SetId reached = intern(automaton_.advance(sets_[set], act));
  advanced_.emplace(key, reached);
  return reached;
}

void StateSets::save(ByteWriter& out) const {
  out.var(sets_.size());
  for (const States& states : sets_) {
    out.var(states.size());
    for (const std::uint32_t state : states) out.var(state);
  }
}

bool StateSets::load(ByteReader& in) {
  const std::size_t count = in.count();
  for (std::size_t id = 0; id < count; ++id) {
    States states(in.count());
    for (std::uint32_t& each : states) {
      const std::uint64_t state = in.var();
      if (state >= automaton_.states()) return false;
      each = static_cast<std::uint32_t>(state);
    }
    const bool ascending =
        std::adjacent_find(states.begin(), states.end(), std::greater_equal<>()) == states.end();
    // Each once and the empty one first, as they were numbered.
    if (!in.ok() || !ascending || intern(std::move(states)) != id) return false;
  }
  return in.ok() && sets_.size() == std::max<std::size_t>(count, 1) && count > 0;
}

}  // namespace tagtrail::acebot
