// What requesting a link costs, in pages of mean cost: 1 where requests are to be few; where bytes
// are, what the links of its place have weighed so far.
#pragma once

#include <vector>

#include "policy/trail/place_counts.hpp"
#include "tagtrail/config.hpp"

namespace tagtrail {

class PageCost {
 public:
  explicit PageCost(Minimise minimise) : by_bytes_(minimise == Minimise::bytes) {}

  /// A link of `place` answered with so many bytes, and was no target.
  void observe(PlaceId place, std::uint64_t bytes);
  /// Of a link of `place` that has not been requested.
  double expected(PlaceId place) const;
  /// Of a link that answered with so many bytes.
  double known(std::uint64_t bytes) const;

  void save(ByteWriter& out) const;
  bool load(ByteReader& in);

 private:
  struct Weight {
    double bytes = 0;
    double answers = 0;
  };
  double mean() const;

  bool by_bytes_;
  Weight all_;
  std::vector<Weight> by_place_;
};

}  // namespace tagtrail
