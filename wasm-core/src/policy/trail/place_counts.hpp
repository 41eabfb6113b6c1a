// How often each place was tried and what it brought. A place is a tag path (in one of two
// coarseness) or a section of the site; it is known by a hash.
#pragma once

#include <cstdint>
#include <unordered_map>
#include <vector>

#include "tagtrail/bytes.hpp"

namespace tagtrail {

/// Dense index of a place, in order of first appearance.
using PlaceId = std::uint32_t;

struct Place {
  std::uint64_t hash = 0;
  std::uint64_t tries = 0;     ///< links of it whose value was learnt
  std::uint64_t failures = 0;  ///< of those, worth next to nothing
  double files = 0;            ///< targets found directly on its pages
};

class PlaceCounts {
 public:
  PlaceId intern(std::uint64_t hash);
  Place& at(PlaceId id) { return places_[id]; }
  const Place& at(PlaceId id) const { return places_[id]; }
  PlaceId size() const { return static_cast<PlaceId>(places_.size()); }

  void save(ByteWriter& out) const;
  bool load(ByteReader& in);

 private:
  std::vector<Place> places_;
  std::unordered_map<std::uint64_t, PlaceId> by_hash_;  ///< looked up, never walked
};

}  // namespace tagtrail
