// How many results are known to link to each URL.
#pragma once

#include <vector>

#include "tagtrail/bytes.hpp"
#include "tagtrail/exchange.hpp"
#include "tagtrail/policy.hpp"

namespace tagtrail {

class GoodParents {
 public:
  std::uint32_t of(UrlId url) const { return url < counts_.size() ? counts_[url] : 0; }
  /// A result was read: counts it for each link of it that may be considered, once. Returns those.
  std::vector<UrlId> read(const Page& result, PolicyContext& context);

  void save(ByteWriter& out) const;
  bool load(ByteReader& in, UrlId urls);

 private:
  std::vector<std::uint32_t> counts_;  ///< by URL
};

}  // namespace tagtrail
