#include "tagtrail/ablation.hpp"

#include "policy/trail/parts.hpp"
#include "policy/trail/trail.hpp"

namespace tagtrail {

std::vector<std::string_view> parts_of_policy(std::string_view policy) {
  return policy == kTrail.name ? trail_parts() : std::vector<std::string_view>{};
}

std::vector<std::string_view> policies_with_parts() { return {kTrail.name}; }

}  // namespace tagtrail
