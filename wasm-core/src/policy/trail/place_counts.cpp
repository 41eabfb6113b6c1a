#include "policy/trail/place_counts.hpp"

namespace tagtrail {

PlaceId PlaceCounts::intern(std::uint64_t hash) {
  const auto [found, added] = by_hash_.try_emplace(hash, size());
  if (added) places_.push_back({hash, 0, 0, 0});
  return found->second;
}

void PlaceCounts::save(ByteWriter& out) const {
  out.var(places_.size());
  for (const Place& place : places_) {
    out.u64(place.hash);
    out.var(place.tries);
    out.var(place.failures);
    out.f64(place.files);
  }
}

bool PlaceCounts::load(ByteReader& in) {
  const std::size_t count = in.count(18);
  for (std::size_t i = 0; i < count; ++i) {
    if (intern(in.u64()) != i) return false;
    places_[i].tries = in.var();
    places_[i].failures = in.var();
    places_[i].files = in.f64();
  }
  return in.ok();
}

}  // namespace tagtrail
