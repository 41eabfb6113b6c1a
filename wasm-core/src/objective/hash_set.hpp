// A set of 32-bit hashes that may grow to millions: two bytes each, and 1.5 MB for an empty one.
#pragma once

#include <cstdint>
#include <vector>

#include "tagtrail/bytes.hpp"

namespace tagtrail {

class HashSet {
 public:
  /// Adds all; how many were new. `hashes`: ascending, each once.
  std::size_t add(const std::vector<std::uint32_t>& hashes);
  std::size_t size() const { return size_; }

  void save(ByteWriter& out) const;
  /// False when malformed.
  bool load(ByteReader& in);

 private:
  using Low = std::uint16_t;
  std::vector<std::vector<Low>>
      buckets_;  ///< by the upper 16 bits, each ascending; none when empty
  std::size_t size_ = 0;
};

}  // namespace tagtrail
