// Saving lists of ids, which every policy's frontier needs.
#pragma once

#include "tagtrail/bytes.hpp"
#include "tagtrail/policy.hpp"

namespace tagtrail {

template <typename List>
void save_ids(ByteWriter& out, const List& ids) {
  out.var(ids.size());
  for (const UrlId id : ids) out.var(id);
}

/// False when malformed or when an id is none of the `known` first ones.
template <typename List>
bool load_ids(ByteReader& in, List& ids, UrlId known) {
  const std::size_t count = in.count();
  ids.clear();
  for (std::size_t i = 0; i < count; ++i) {
    const std::uint64_t id = in.var();
    if (id >= known) return false;
    ids.push_back(static_cast<UrlId>(id));
  }
  return in.ok();
}

}  // namespace tagtrail
