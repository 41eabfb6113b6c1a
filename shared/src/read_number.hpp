// Numbers of records that have to fit 32 bits.
#pragma once

#include "tagtrail/bytes.hpp"

namespace tagtrail {

/// A larger one is damage, and is not silently cut.
inline std::uint32_t read_u32(ByteReader& in) {
  const std::uint64_t value = in.var();
  if (value > 0xFFFFFFFFU) in.mark_bad();
  return static_cast<std::uint32_t>(value);
}

}  // namespace tagtrail
