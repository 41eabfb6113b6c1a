// Saving a bit for each URL, eight a byte.
#pragma once

#include <vector>

#include "tagtrail/bytes.hpp"
#include "tagtrail/policy.hpp"

namespace tagtrail {

inline void save_bits(ByteWriter& out, const std::vector<bool>& bits) {
  out.var(bits.size());
  for (std::size_t i = 0; i < bits.size(); i += 8) {
    unsigned byte = 0;
    for (std::size_t k = i; k < i + 8 && k < bits.size(); ++k) {
      byte |= bits[k] ? 1U << (k - i) : 0U;
    }
    out.u8(static_cast<std::uint8_t>(byte));
  }
}

/// False when malformed or when there are more bits than `known` URLs.
inline bool load_bits(ByteReader& in, std::vector<bool>& bits, UrlId known) {
  const std::uint64_t size = in.var();
  if (size > known) return false;
  bits.clear();
  for (std::uint64_t i = 0; i < size && in.ok(); i += 8) {
    const unsigned byte = in.u8();
    for (std::uint64_t k = i; k < i + 8 && k < size; ++k) {
      bits.push_back((byte >> (k - i) & 1U) != 0);
    }
  }
  return in.ok();
}

}  // namespace tagtrail
