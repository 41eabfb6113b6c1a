// Inflates what zlib packed, within a bound.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace tagtrail::host {

/// The container around the packed bytes, in zlib's numbers.
enum class Container : int { gzip = 31, zlib = 15, none = -15 };

struct Inflated {
  std::string bytes;
  bool cut = false;  ///< damaged, incomplete, or over the limit: `bytes` is its beginning
};

/// All members of a gzip file, or the one stream of the others.
Inflated inflate_all(std::string_view body, Container container, std::size_t max_bytes);

/// The magic bytes of gzip.
bool starts_as_gzip(std::string_view body);

}  // namespace tagtrail::host
