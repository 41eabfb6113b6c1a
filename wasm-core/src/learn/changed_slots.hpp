// Tables with an entry for each feature slot, most of which a crawl never touches: what was changed
// in them is saved, and the rest is passed over a block at a time.
#pragma once

#include <array>
#include <cstring>
#include <type_traits>
#include <vector>

#include "learn/feature_slot.hpp"
#include "tagtrail/bytes.hpp"

namespace tagtrail {

/// Writes how many entries differ from `untouched`, then for each of them how far its slot is from
/// the one before, and what `write(slot)` adds.
template <typename Entry, typename Write>
void save_changed(ByteWriter& out, const std::vector<Entry>& table, const Entry& untouched,
                  Write write) {
  static_assert(std::is_trivially_copyable_v<Entry>);
  constexpr FeatureSlot kBlock = 64;
  static_assert(kFeatureSlots % kBlock == 0);
  std::array<Entry, kBlock> fresh;
  fresh.fill(untouched);
  // Same bytes, same entries; entries with other bytes are compared as what they are.
  const auto bytes = [](const Entry* at) { return reinterpret_cast<const char*>(at); };
  std::vector<FeatureSlot> changed;
  for (FeatureSlot begin = 0; begin < kFeatureSlots; begin += kBlock) {
    if (std::memcmp(bytes(&table[begin]), bytes(fresh.data()), sizeof fresh) == 0) continue;
    for (FeatureSlot slot = begin; slot < begin + kBlock; ++slot) {
      if (!(table[slot] == untouched)) changed.push_back(slot);
    }
  }
  out.var(changed.size());
  FeatureSlot previous = 0;
  for (const FeatureSlot slot : changed) {
    out.var(slot - previous);
    write(slot);
    previous = slot;
  }
}

}  // namespace tagtrail
