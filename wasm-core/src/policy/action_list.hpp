// Which action each URL, path or open page belongs to: lists by id that grow as ids appear.
#pragma once

#include <vector>

#include "policy/actions.hpp"
#include "tagtrail/bytes.hpp"

namespace tagtrail {

inline constexpr ActionId kNoAction = 0xFFFFFFFFU;
using ActionList = std::vector<ActionId>;

/// kNoAction beyond the end.
inline ActionId action_at(const ActionList& list, std::uint32_t id) {
  return id < list.size() ? list[id] : kNoAction;
}

inline void set_action(ActionList& list, std::uint32_t id, ActionId action) {
  if (id >= list.size()) list.resize(id + std::size_t{1}, kNoAction);
  list[id] = action;
}

inline void save_actions(ByteWriter& out, const ActionList& list) {
  out.var(list.size());
  for (const ActionId action : list) out.u32(action);
}

/// False when malformed, longer than `limit`, or naming none of the first `actions` actions.
inline bool load_actions(ByteReader& in, ActionList& list, std::size_t actions, std::size_t limit) {
  list.resize(in.count(4));
  for (ActionId& action : list) {
    action = in.u32();
    if (action != kNoAction && action >= actions) return false;
  }
  return in.ok() && list.size() <= limit;
}

}  // namespace tagtrail
