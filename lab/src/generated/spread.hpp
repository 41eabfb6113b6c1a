// Integer arithmetic of plans: choices node by node, children dealt to parents, shares that add up.
#pragma once

#include <cstdint>
#include <vector>

namespace tagtrail::host::generated {

/// A value that depends on nothing but its arguments, for choices made node by node.
std::uint64_t mix(std::uint64_t a, std::uint64_t b);

/// How `children` are dealt to `parents` in contiguous, equal runs. first_child(parents) is the
/// end.
struct Deal {
  std::uint64_t children = 0;
  std::uint64_t parents = 1;

  std::uint64_t first_child(std::uint64_t parent) const {
    return parents == 0 ? 0 : (parent * children + parents - 1) / parents;
  }
  std::uint64_t parent(std::uint64_t child) const { return child * parents / children; }
};

/// A one-to-one map of [0, size) to itself, so that neighbours get numbers far apart.
class Shuffled {
 public:
  Shuffled(std::uint64_t size, std::uint64_t seed);
  std::uint64_t operator()(std::uint64_t index) const;

 private:
  std::uint64_t size_;
  std::uint64_t factor_;
  std::uint64_t shift_;
};

/// `total` divided in proportion to `weights`, each within one of its exact share.
std::vector<std::uint64_t> divide(std::uint64_t total, const std::vector<std::uint64_t>& weights);

}  // namespace tagtrail::host::generated
