// Hashes of texts as keys, and their order where they are saved: hash tables have none of their
// own, and equal crawls have equal snapshots.
#pragma once

#include <algorithm>
#include <cstdint>
#include <string_view>
#include <type_traits>
#include <vector>

#include "tables/string_table.hpp"
#include "tagtrail/bytes.hpp"

namespace tagtrail {

inline std::uint64_t hash_of(std::string_view text) { return hash_bytes(text.data(), text.size()); }

/// The members of a set, or the keys of a map, ascending.
template <typename Table>
std::vector<typename Table::key_type> sorted_keys(const Table& table) {
  using Key = typename Table::key_type;
  std::vector<Key> keys;
  keys.reserve(table.size());
  for (const auto& entry : table) {
    if constexpr (std::is_same_v<typename Table::value_type, Key>) {
      keys.push_back(entry);
    } else {
      keys.push_back(entry.first);
    }
  }
  std::sort(keys.begin(), keys.end());
  return keys;
}

/// A set of hashes, or of other numbers.
template <typename Set>
void save_set(ByteWriter& out, const Set& set) {
  out.var(set.size());
  for (const std::uint64_t value : sorted_keys(set)) out.u64(value);
}

/// Of hashes: adds them to the set.
template <typename Set>
void load_set(ByteReader& in, Set& set) {
  for (std::size_t left = in.count(8); left > 0; --left) set.insert(in.u64());
}

}  // namespace tagtrail
