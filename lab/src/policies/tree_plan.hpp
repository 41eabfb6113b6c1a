// What policy `tree` requests, in order: worked out from the whole site before the first request.
#pragma once

#include <string>
#include <vector>

#include "tagtrail/policy.hpp"

namespace tagtrail {

struct TreeStep {
  std::string url;
  bool is_target = false;
  double gain = 0;  ///< of the page that it is requested for: new targets a page read
};

/// Reads every reachable page once. `context` must have an oracle.
std::vector<TreeStep> tree_plan(const Config& config, PolicyContext& context);

}  // namespace tagtrail
