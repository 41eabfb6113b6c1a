// Hashes of texts as keys, and their order where they are saved: hash tables have none of their
// own, and equal crawls have equal snapshots.
#pragma once

#include <algorithm>
#include <cstdint>
#include <string_view>
#include <type_traits>
#include <vector>

#include "tables/string_table.hpp"

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

}  // namespace tagtrail
