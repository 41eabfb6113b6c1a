// A table with an entry for each feature slot, most of which a crawl never touches: only those that
// were, lie in memory. A small site's take some kilobytes; once three eighths of all slots are in
// use, each has its own place, and nothing is searched any more.
#pragma once

#include <algorithm>
#include <cstddef>
#include <utility>
#include <vector>

#include "learn/feature_slot.hpp"
#include "tagtrail/bytes.hpp"

namespace tagtrail {

template <typename Entry>
class SlotTable {
 public:
  /// `untouched`: every entry at first.
  explicit SlotTable(Entry untouched = {})
      : untouched_(untouched), places_(kFirstPlaces, Place{kFree, untouched}) {}

  const Entry& operator[](FeatureSlot slot) const {
    const Place& place = places_[find(slot)];
    return place.slot == slot ? place.entry : untouched_;
  }
  /// Valid until another slot is asked for this way.
  Entry& operator[](FeatureSlot slot) {
    std::size_t at = find(slot);
    if (places_[at].slot != slot) {
      if (4 * (used_ + 1) > 3 * places_.size() && places_.size() < kFeatureSlots) {
        grow();
        at = find(slot);
      }
      places_[at].slot = slot;
      ++used_;
    }
    return places_[at].entry;
  }

  /// Writes how many entries differ from `untouched`, then for each of them how far its slot is
  /// from the one before, and what `write(entry)` adds.
  template <typename Write>
  void save(ByteWriter& out, Write write) const {
    std::vector<Place> changed;
    for (const Place& place : places_) {
      if (place.slot != kFree && !(place.entry == untouched_)) changed.push_back(place);
    }
    std::sort(changed.begin(), changed.end(),
              [](const Place& a, const Place& b) { return a.slot < b.slot; });
    out.var(changed.size());
    FeatureSlot previous = 0;
    for (const Place& place : changed) {
      out.var(place.slot - previous);
      write(place.entry);
      previous = place.slot;
    }
  }

  /// Reads what save() wrote; `read(entry)` is false when malformed, and an entry has at least
  /// `bytes` of its own.
  template <typename Read>
  bool load(ByteReader& in, std::size_t bytes, Read read) {
    const std::size_t changed = in.count(1 + bytes);
    std::uint64_t slot = 0;
    for (std::size_t i = 0; i < changed; ++i) {
      slot += in.var();
      Entry entry = untouched_;
      if (!read(entry) || slot >= kFeatureSlots) return false;
      (*this)[static_cast<FeatureSlot>(slot)] = entry;
    }
    return in.ok();
  }

 private:
  struct Place {
    FeatureSlot slot;
    Entry entry;
  };
  static constexpr FeatureSlot kFree = ~FeatureSlot{0};
  static constexpr std::size_t kFirstPlaces = 256;

  /// Where the slot is, or would be. Slots are hashes, so their lower bits spread them; with a
  /// place for each slot, every one is at its own. Some places are free until then.
  std::size_t find(FeatureSlot slot) const {
    const std::size_t last = places_.size() - 1;
    std::size_t at = slot & last;
    while (places_[at].slot != slot && places_[at].slot != kFree) at = (at + 1) & last;
    return at;
  }

  void grow() {
    const std::vector<Place> before =
        std::exchange(places_, std::vector<Place>(2 * places_.size(), Place{kFree, untouched_}));
    for (const Place& place : before) {
      if (place.slot != kFree) places_[find(place.slot)] = place;
    }
  }

  Entry untouched_;
  std::vector<Place> places_;  ///< a power of two, at most kFeatureSlots
  std::size_t used_ = 0;
};

}  // namespace tagtrail
