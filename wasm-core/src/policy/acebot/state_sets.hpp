// Sets of an automaton's states by number: many pages share few sets.
#pragma once

#include <map>
#include <unordered_map>
#include <vector>

#include "policy/acebot/automaton.hpp"
#include "tagtrail/bytes.hpp"

namespace tagtrail::acebot {

using SetId = std::uint32_t;

class StateSets {
 public:
  static constexpr SetId kEmpty = 0;

  explicit StateSets(const Automaton& automaton) : automaton_(automaton) { intern({}); }

  SetId intern(States states);
  const States& at(SetId id) const { return sets_[id]; }
  SetId unite(SetId a, SetId b);
  SetId advance(SetId set, Act act);
  Rank rank(SetId id) const { return automaton_.rank(sets_[id]); }
  std::size_t size() const { return sets_.size(); }

  void save(ByteWriter& out) const;
  bool load(ByteReader& in);

 private:
  const Automaton& automaton_;
  std::vector<States> sets_;
  std::map<States, SetId> ids_;
  std::unordered_map<std::uint64_t, SetId> advanced_;  ///< by set and act: not part of the state
};

}  // namespace tagtrail::acebot
