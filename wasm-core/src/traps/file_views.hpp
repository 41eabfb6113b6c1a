// Files that are views of files in hand: `/repo/patch/data/x.csv?id=1` beside
// `/repo/plain/data/x.csv`. Their paths differ in one part, and most files below that part have
// such a twin.
#pragma once

#include <cstdint>
#include <string_view>
#include <unordered_map>

#include "tagtrail/bytes.hpp"

namespace tagtrail {

class FileViews {
 public:
  /// A file came from this URL. Whether it is one more view of a file that came before; only URLs
  /// with a query are.
  bool is_view(std::string_view key);

  void save(ByteWriter& out) const;
  bool load(ByteReader& in);

 private:
  struct Count {
    std::uint32_t files = 0;
    std::uint32_t twins = 0;
  };
  std::unordered_map<std::uint64_t, std::uint64_t> parts_;  ///< by the path without it: a part
  std::unordered_map<std::uint64_t, Count> counts_;         ///< by the part and where it stands
};

}  // namespace tagtrail
